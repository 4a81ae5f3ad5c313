import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { mailsOfAVisit } from '../../../test/mails-of-a-visit.ts'
import { serviceTest } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { logoSize } from '../../entities/logo.ts'
import type { Letter } from '../content.ts'
import { mailHtml } from './mail-html.ts'

const logo = readFileSync(new URL('../../../examples/logo.png', import.meta.url))
const clinic = { phone: '+49 (0)30 123-456', address: 'Rua do Ouro 12, 1100-061 Lisboa' }

/** The values of `src` and `href`, and the addresses in styles. */
const addresses = (html: string) =>
  [...html.matchAll(/\b(?:src|href|background|action)="([^"]*)"|url\(([^)]*)\)|@import (\S+)/g)].map(
    ([, attribute, style, imported]) => attribute ?? style ?? imported!,
  )

describe('the HTML of a mail', () => {
  serviceTest("shows the clinic's logo, address and number, and loads nothing", async (rollcall) => {
    const { received, email } = await mailServer()
    await rollcall.given(entity({ ...clinic, logo: logo.toString('base64') }))
    const one = await contact(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    await one.answer('confirm')
    await rollcall.deliver({ email })
    expect(received).toHaveLength(2)
    for (const [index, source] of received.entries()) {
      const { html, text, attachments } = await PostalMime.parse(source)
      const url = /^https:\/\/rollcall\.test\/a\/\S+$/m.exec(text!)![0]
      const pictures = ['cid:logo', ...(index === 1 ? ['cid:qr-code'] : [])]
      expect(addresses(html!)).toEqual([...pictures, url, 'tel:+4930123456', `${url}/opt-out`])
      expect(html).not.toMatch(/<(script|link|iframe|form|object)\b/)
      const embedded = attachments.filter(({ contentId }) => contentId !== undefined)
      expect(embedded.map(({ contentId, disposition }) => ({ contentId, disposition }))).toEqual(
        expect.arrayContaining(pictures.map((cid) => ({ contentId: `<${cid.slice(4)}>`, disposition: 'inline' }))),
      )
      const picture = embedded.find(({ contentId }) => contentId === '<logo>')!
      expect(Buffer.from(picture.content as ArrayBuffer)).toEqual(logo)
      for (const body of [text, html]) {
        for (const shown of [clinic.phone, clinic.address]) expect(body).toContain(shown)
      }
    }
  })

  serviceTest('has neither pictures nor contact details if the clinic has none', async (rollcall) => {
    const { received, email } = await mailServer()
    await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    const { html, attachments } = await PostalMime.parse(received[0]!)
    expect(html).not.toMatch(/<img|tel:|undefined|false/)
    expect(attachments.map(({ mimeType }) => mimeType)).not.toContain('image/png')
  })

  serviceTest('is an alternative to the text and the calendar entry', async (rollcall) => {
    const { received, email } = await mailServer()
    await rollcall.given(entity({ logo: logo.toString('base64') }))
    await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    const types = [...received[0]!.matchAll(/^Content-Type: ([a-z]+\/[a-z]+)/gim)].map(([, type]) => type)
    // RFC 2046, 5.1.4: the best alternative is the last. Mail programs read a calendar entry wherever it is.
    expect(types).toEqual([
      ...['multipart/mixed', 'multipart/alternative', 'text/plain'],
      ...['multipart/related', 'text/html', 'image/png', 'text/calendar', 'application/ics'],
    ])
  })

  const layout = mailHtml(contentOf('x'))

  test('declares its language and both colour schemes, and hides the layout from screen readers', () => {
    expect(layout).toContain('<html lang="pt"')
    expect(layout).toContain('<meta name="color-scheme" content="light dark">')
    const tables = layout.match(/<table\b[^>]*>/g)!
    expect(tables.length).toBeGreaterThan(5)
    for (const table of tables) expect(table).toContain('role="presentation"')
    expect(layout.match(/<h1/g)).toHaveLength(1)
  })

  test('escapes every value', () => {
    const names = [
      `"'><script>alert()</script><!--`,
      `--><![endif]--><img src=x onerror=alert()>`,
      `</title></style></p></a></td></table>`,
      `$link $name &amp;&lt;b&gt; {{x}} \${x}`,
    ]
    for (const name of names) {
      const escaped = name
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;')
      // The mail repeats the value where it repeats any other value, and the rest of the mail is the same.
      const marker = 'VALUE'
      expect(mailHtml(contentOf(name)).replaceAll(escaped, marker)).toBe(mailHtml(contentOf(marker)))
    }
  })
})

/** A mail with all parts, which contains the value wherever a value can be. */
function contentOf(value: string): Letter {
  return {
    language: 'pt',
    direction: 'ltr',
    start: 'left',
    end: 'right',
    from: value,
    subject: value,
    paragraphs: [value],
    title: value,
    visitKind: value,
    accent: '#4338ca',
    darkAccent: '#a5b4fc',
    closing: value,
    rows: [
      { label: value, value, line: value, is: 'time' },
      { label: value, value, line: value, is: 'old' },
      { label: value, value, line: value },
    ],
    checkin: { sentence: value, label: value, token: value, qrCode: Buffer.of() },
    button: { sentence: value, label: value, url: value },
    advice: { sentence: value, phone: value },
    clinic: { name: value, address: value, phone: value },
    logo: { png: Buffer.of(), width: '140', height: '48' },
    optOut: { sentence: value, label: value, url: value },
    calendar: undefined,
  }
}

test('a logo keeps its proportions in a mail, and never grows', () => {
  const png = (width: number, height: number) => {
    const header = Buffer.alloc(33)
    header.writeUInt32BE(width, 16)
    header.writeUInt32BE(height, 20)
    return header
  }
  expect(logoSize(png(1_000, 500))).toEqual({ width: '96', height: '48' })
  expect(logoSize(png(1_000, 100))).toEqual({ width: '140', height: '14' })
  expect(logoSize(png(32, 32))).toEqual({ width: '32', height: '32' })
  expect(logoSize(png(1_024, 1))).toEqual({ width: '140', height: '1' })
})

describe('the subject of a mail', () => {
  serviceTest('begins with the action to take, or with the news', async (rollcall) => {
    const received = await mailsOfAVisit(rollcall)
    const subjects = await Promise.all(received.map(async (source) => (await PostalMime.parse(source)).subject!))
    expect(subjects.map((subject) => subject.slice(0, subject.indexOf(':')))).toEqual([
      'Por favor, confirme',
      'Presença confirmada',
      'Nova data, por favor, confirme',
      'Marcação cancelada',
    ])
    for (const subject of subjects) expect(subject).toMatch(/ \(João, Clínica Lisboa\)$/)
  })
})
