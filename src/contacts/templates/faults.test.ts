import { describe, expect, test } from 'vitest'
import { entity } from '../../../test/history.ts'
import { bootRollcall, serviceTest } from '../../../test/rollcall.ts'

const path = (kind: string, channel: string, target = 'appointment') =>
  `/v1/templates/clinica-lisboa/medical/${target}/en/${channel}/${kind}`

const [text, mail] = [path('notice', 'mobile'), path('notice', 'email')]

const knownOfNotice =
  '{clinic}, {contact}, {appointment}, {your_appointment}, {when}, {day}, {time}, {telephone}, {address}, {link}, {doctor}'

/** The faults of each body, by what is wrong with it. */
const faults: Record<string, { path: string; body: object; errors: [parameter: string, reason: string][] }> = {
  'an unknown placeholder': {
    path: text,
    body: { text: '{name} {link}' },
    errors: [['/text', `has an unknown placeholder; the known ones are ${knownOfNotice}, {stop}`]],
  },
  'a param of no plugin': {
    path: path('notice', 'email', 'vaccination'),
    body: { text: '{doctor} {nurse}' },
    errors: [['/text', `has an unknown placeholder; the known ones are ${knownOfNotice.replace('doctor', 'place')}`]],
  },
  'a param in a subject, which other people may read': {
    path: mail,
    body: { subject: '{doctor}', text: 'Hello' },
    errors: [['/subject', expect.stringContaining('has an unknown placeholder') as unknown as string]],
  },
  'logic, and braces that are none of a placeholder': {
    path: mail,
    body: { text: '{link, select, other {a}} }' },
    errors: [
      ['/text', expect.stringContaining('has an unknown placeholder') as unknown as string],
      ['/text', 'must have braces only around the name of a placeholder'],
    ],
  },
  'no link where the contact answers': {
    path: text,
    body: { text: 'Hello {contact}' },
    errors: [['/text', 'must contain {link}']],
  },
  'a subject of a text': {
    path: text,
    body: { subject: 'Hello', text: '{link}' },
    errors: [['/subject', 'must be absent: messages of this channel have none']],
  },
  'a subject of two lines': {
    path: mail,
    body: { subject: 'Hello\r\nBcc: everybody@evil.example', text: 'Hello' },
    errors: [['/subject', expect.stringContaining('pattern') as unknown as string]],
  },
  'control characters': {
    path: mail,
    body: { text: 'Hello\u0007' },
    errors: [['/text', 'must not contain control characters other than line breaks']],
  },
  'nothing visible': { path: mail, body: { text: ' \n' }, errors: [['/text', 'must have a visible character']] },
  'a text that is too long': {
    path: text,
    body: { text: `{link} ${'a'.repeat(1_000)}` },
    errors: [['/text', 'must need at most 6 segments; with the example contact, it needs 7']],
  },
  'a character that doubles a text': {
    path: text,
    body: { text: `{link} ${'a'.repeat(400)} 🦷` },
    errors: [['/text', 'must need at most 6 segments; with the example contact, it needs 7 in UCS-2, because of 🦷']],
  },
  'several at once': {
    path: text,
    body: { subject: '{x}', text: '{y}' },
    errors: [
      ['/subject', expect.stringContaining('unknown') as unknown as string],
      ['/text', expect.stringContaining('unknown') as unknown as string],
      ['/subject', expect.stringContaining('absent') as unknown as string],
      ['/text', 'must contain {link}'],
    ],
  },
}

describe('a template is refused for', () => {
  for (const [what, { path, body, errors }] of Object.entries(faults)) {
    serviceTest(what, async ({ given, get, put, post }) => {
      await given(entity({ language: 'en' }))
      const refused = await put(path, body)
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors).toEqual(errors.map(([parameter, reason]) => ({ parameter, reason })))
      expect((await post(`${path}/preview`, body)).json().errors).toEqual(refused.json().errors)
      expect((await get(`${path}/versions`)).json()).toEqual([])
    })
  }

  test('no way to stop, if the channel takes the reply', async () => {
    const servers = { mobile: { url: 'https://sms.example', from: '+351210000000' } }
    const { given, get, put, post } = await bootRollcall({ config: { servers } })
    await given(entity({ language: 'en' }))
    const refused = await put(text, { text: 'Please answer: {link}' })
    expect(refused.json().errors).toEqual([
      { parameter: '/text', reason: 'must say how to stop messages: it must contain STOP or {stop}' },
    ])
    // The shipped words have it.
    const shipped = (await get(text)).json()
    expect(shipped.text).toMatch(/ or open \{link\} \{stop\}$/)
    const { text: shown } = (await post(`${text}/preview`, { text: 'Please answer: {link} {stop}' })).json()
    expect(shown).toMatch(/\* STOP = no more texts$/)
    for (const words of [shipped.text, 'Answer {link} or reply stop'])
      expect((await put(text, { text: words })).statusCode).toBe(200)
    expect((await put(path('withdrawn', 'mobile'), { text: 'Cancelled.' })).statusCode).toBe(200)
  })

  serviceTest('a message that the channel does not have', async ({ given, get, put }) => {
    await given(entity())
    for (const one of [path('confirmation', 'mobile'), path('question', 'email'), path('notice', 'mobile', 'none')]) {
      expect((await get(one)).json().code).toBe('template-not-found')
      expect((await put(one, { text: '{link}' })).json().code).toBe('template-not-found')
    }
    const unknown = (await get(path('clarification', 'mobile'))).json()
    expect(unknown.errors).toEqual([{ parameter: 'kind', reason: expect.stringContaining('must be one of notice, ') }])
  })
})
