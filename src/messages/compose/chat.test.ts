import { describe, expect, test } from 'vitest'
import { clinic, contactSpeaking, messageOf, targets } from '../../../test/texts-of-a-visit.ts'
import type { Chat } from '../../channels/content.ts'
import { dialects } from '../../platform/languages/languages.ts'
import { type ChatKindName, chatKinds, chatOf } from './chat.ts'
import type { MessageContext } from './message-context.ts'

const kinds = Object.keys(chatKinds) as ChatKindName[]
const locales = dialects.map((dialect) => (dialect === 'pt-BR' ? 'pt_BR' : `${dialect}_XX`))

/** A message with the longest values that a clinic can submit. */
function longest(target: (typeof targets)[number], locale: string): MessageContext {
  const name = 'Maria '.repeat(40).trim()
  const entity = { ...clinic, id: 'c'.repeat(64), name: 'Hospital '.repeat(28).trim(), names: 'full' } as const
  const link = `https://notices.hospital-of-a-long-name.example/a/${entity.id}.0123456789abcdefghjk`
  const message = messageOf(target, contactSpeaking(locale, name), entity, link)
  const long = Object.fromEntries(
    Object.keys({ doctor: '', place: '', preparation: '' }).map((key) => [key, 'Line\nof a text. '.repeat(60)]),
  )
  const params = { ...message.notification.params, ...long }
  return { ...message, notification: { ...message.notification, params } }
}

/** What the contact reads. */
const filled = ({ body, values }: Chat) =>
  values.reduce((text, value, at) => text.replace(`{{${at + 1}}}`, value), body)

describe.each(locales)('a chat in %s', (locale) => {
  test('fits in the 1,024 characters of a template, also with the longest values', () => {
    for (const target of targets) {
      for (const kind of kinds) {
        const chat = chatOf(longest(target, locale), kind)
        expect(filled(chat).length, chat.name).toBeLessThanOrEqual(1_024)
        for (const value of chat.values) expect(value).toMatch(/^\S(?!.*\s{2})[^\n\r\t]*$/)
      }
    }
  })

  test('has a value in each place, also if the clinic shows no names and the visit has no details', () => {
    for (const target of targets) {
      const message = messageOf(target, contactSpeaking(locale), { ...clinic, names: 'none' })
      const notification = { ...message.notification, params: {} }
      for (const kind of kinds) {
        const { values, name } = chatOf({ ...message, notification, times: undefined, knownTimes: undefined }, kind)
        for (const value of values) expect(value, name).toMatch(/\S/)
      }
    }
  })
})

test('a chat shows neither the old time of a visit that did not move, nor a link of a withdrawn one', () => {
  const message = messageOf('appointment', contactSpeaking('en_GB'), clinic)
  expect(filled(chatOf(message, 'moved'))).toContain('~Friday, 20 November 2026 at 10:15~')
  expect(filled(chatOf(message, 'notice'))).not.toContain('20 November')
  expect(filled(chatOf(message, 'withdrawn'))).not.toContain('https:')
})
