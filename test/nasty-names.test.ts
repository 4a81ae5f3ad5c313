import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { contact, notifications } from './contact.ts'
import { entity } from './history.ts'
import { mailServer } from './mail-server.ts'
import { messageCentre } from './message-centre.ts'
import { byDate, byToken, type Rollcall, serviceTest } from './rollcall.ts'
import { mail } from './submission.ts'

/** Names that may break an output, by mistake or on purpose. */
const names = {
  script: '<script>alert("canary")</script>',
  attribute: `"' onmouseover='alert(1)' x="`,
  'closing tags': '</title></style></textarea><img src=x onerror=alert(1)>',
  formula: '=HYPERLINK("https://evil.example/canary";"Ana")',
  'formula by sign': '+351@SUM(1+1)*cmd|/C calc',
  'header lines': 'Ana\r\nBcc: everybody@evil.example\r\n\r\ncanary',
  'line separators': 'Ana\u2028Bcc: everybody@evil.example\u2029\u0085canary\u000b',
  'calendar lines': 'Ana\r\nEND:VEVENT\r\nBEGIN:VALARM;canary,:\\n',
  'log line': '{"level":60}\n{"level":60,"msg":"canary"}\u001b[31m',
  'right to left': 'Ana \u202egnp.exe\u2066 \u05d0\u05d1\u05d2',
  template: '$link $name {{7*7}} %0d%0a canary',
  long: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(8).slice(0, 256),
  signs: '👩‍⚕️ Zo\u0308e 𝕬𝖓𝖆 \ufeff\ufffd',
}

/** Gives the name to an entity and a contact. The contact gets a mail and a text, sends the name as a wish, and confirms. */
async function everywhere(rollcall: Rollcall, name: string) {
  const [{ received, email }, { mobile, texts }] = [await mailServer(), await messageCentre(rollcall)]
  await rollcall.given(entity({ name }))
  const oneLine = name.replaceAll(/\p{Cc}/gu, ' ')
  const one = await contact(rollcall, {
    external_id: oneLine,
    contact: { external_id: oneLine, name, language: 'pt_PT', country: 'PT' },
    addresses: [mail, { channel: 'mobile', uid: '912345678' }],
    params: { when: '2026-03-30T09:30:00+01:00', doctor: oneLine, doctor_expertise: oneLine },
  })
  await rollcall.deliver({ email, mobile })
  await one.answer('reschedule', name)
  const pages = [(await one.open()).body]
  await one.answer('confirm')
  pages.push((await one.open()).body)
  await rollcall.deliver({ email, mobile })
  const mails = await Promise.all(received.map((source) => PostalMime.parse(source)))
  return { one, pages, received, mails, texts: texts() }
}

const markup = /[<>"'&]/
const escaped = (name: string) =>
  name
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

describe('a name that is', () => {
  for (const [what, name] of Object.entries(names)) {
    serviceTest(`${what} does no harm, and is shown unchanged where possible`, async (rollcall) => {
      const { one, pages, received, mails, texts } = await everywhere(rollcall, name)

      for (const page of [...pages, ...mails.map(({ html }) => html!)]) {
        if (markup.test(name)) expect(page).not.toContain(name)
        expect(page.replace('<script src="./time-zone.js"', '')).not.toMatch(/<script|<img src=x|<[^>]*onmouseover/)
      }
      for (const page of pages) expect(page).toContain(escaped(name))

      expect(mails).toHaveLength(2)
      for (const [index, { bcc, to, from, subject, attachments }] of mails.entries()) {
        expect(received[index]!.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/m)
        expect({ bcc: bcc ?? [], to }).toEqual({ bcc: [], to: [{ address: mail.uid, name: '' }] })
        expect(from!.address).toBe('notices@clinic.example')
        for (const text of [subject!, from!.name!]) expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
        const calendar = attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
        const lines = Buffer.from(calendar.content as ArrayBuffer).toString()
        expect(lines.match(/^(BEGIN|END):/gm)).toHaveLength(6)
      }

      expect(texts).toHaveLength(1)
      expect(texts[0]).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
      expect(texts[0]).toContain(`https://rollcall.test/a/${'clinica-lisboa.'}`)

      const [listed] = (await rollcall.get(byDate('2026-03-30'))).json()
      expect(listed.contact.name).toBe(name)
      const record = (await rollcall.get(byToken((await one.token())!))).json()
      expect({ name: record.contact.name, doctor: record.params.doctor }).toEqual({
        name,
        doctor: name.replaceAll(/\p{Cc}/gu, ' '),
      })
      expect((await rollcall.get(`${notifications}/${one.id}`)).json().state).toBe('confirmed')

      const csv = (await rollcall.get(byDate('2026-03-30'), { accept: 'text/csv' })).body
      expect(csv).not.toMatch(/(^|[,\n]"?)[=+@-]/m)

      for (const line of rollcall.logged.join('').trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
      expect(rollcall.logged.join('')).not.toContain('canary')
    })
  }

  serviceTest('with an unpaired surrogate or a NUL character is rejected with its pointer', async (rollcall) => {
    await rollcall.given(entity())
    for (const name of ['Ana\0', 'Ana\ud800']) {
      const body = `{"category":"medical","target":"appointment","notifications":[{"external_id":"A","addresses":[],"contact":{"external_id":"P","name":${JSON.stringify(name)}},"params":{"when":"2026-03-30T09:30:00Z","doctor":"A"}}]}`
      const { statusCode, payload } = await rollcall.post(notifications, body)
      expect([statusCode, JSON.parse(payload).errors]).toEqual([
        422,
        [{ parameter: '/notifications/0/contact/name', reason: 'contains a NUL character or an unpaired surrogate' }],
      ])
    }
  })
})
