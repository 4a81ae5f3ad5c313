import { describe, expect, test } from 'vitest'
import type { TemplateKey } from '../../../../client/client.ts'
import { channelNames, findChannel } from '../../../../src/channels/registry.ts'
import { rulesOf, templateKindNames } from '../../../../src/messages/compose/template-kinds.ts'
import { channelsOfKind, keyOf, nameOf, withPart } from './kinds.ts'

const notice: TemplateKey = {
  category: 'medical',
  target: 'appointment',
  language: 'en' as const,
  channel: 'mobile' as const,
  kind: 'notice' as const,
}

describe('a message', () => {
  test('can be chosen for the channels in whose form the service sends it', () => {
    const forms = templateKindNames.map((kind) => [
      kind,
      channelNames.filter((name) => rulesOf(kind).forms.includes(findChannel(name).template.form)),
    ])
    const offered = Object.entries(channelsOfKind).map(([kind, channels]) => [kind, channels.toSorted()])
    expect(Object.fromEntries(offered)).toEqual(
      Object.fromEntries(forms.map(([kind, channels]) => [kind, (channels as string[]).toSorted()])),
    )
  })

  test('changes its channel with a kind that only another channel sends', () => {
    expect(withPart(notice, { kind: 'confirmation' })).toEqual({ ...notice, kind: 'confirmation', channel: 'email' })
    expect(withPart(notice, { kind: 'reminder' })).toEqual({ ...notice, kind: 'reminder' })
  })

  test('is found by its name, unless the name is of no message', () => {
    expect(keyOf(nameOf(notice), ['en'])).toEqual(notice)
    for (const name of [
      '',
      'medical/appointment/xx/mobile/notice',
      'medical/appointment/en/mobile/confirmation',
      'medical/appointment/en/desk/notice',
      'medical/appointment/en/mobile/other',
    ])
      expect(keyOf(name, ['en'])).toBeUndefined()
  })
})
