import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { type Language, languages } from '../../src/platform/languages/languages.ts'
import { contact, notifications } from '../contact.ts'
import { entity } from '../history.ts'
import { mailServer } from '../mail-server.ts'
import { bootRollcall } from '../rollcall.ts'
import { mail, notify } from '../submission.ts'
import { expectAccessible } from './accessibility.ts'
import { browserTest, takePhone } from './chromium.ts'

const logo = readFileSync(new URL('../../examples/logo.png', import.meta.url)).toString('base64')
const phone = '+351 213 000 000'
const params = {
  when: '2026-04-02T09:30:00+01:00',
  exam: 'Colonoscopia',
  place: 'Piso 2, sala 4',
  preparation: 'Não coma nem beba nada nas 6 horas antes.\nTraga os exames anteriores.',
}
const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200)

/** The landmarks around a mail are those of the mail program. */
const ofPrograms = /: (landmark-one-main|region): /

/** Sends each kind of mail through a mail server. */
async function mailsOf(language: Language, name: string): Promise<string[]> {
  const rollcall = await bootRollcall()
  const { received, email } = await mailServer()
  await rollcall.given(entity({ name, phone, address: 'Rua do Ouro 12, 1100-061 Lisboa', logo }))
  const over = {
    addresses: [mail],
    contact: { external_id: 'P-77', name: 'João Silva', language: `${language}_PT`, country: 'PT' },
  }
  const one = await contact(rollcall, { ...over, params }, 'exam')
  await rollcall.deliver({ email })
  await one.answer('confirm')
  await rollcall.deliver({ email })
  const later = { ...params, when: '2026-04-03T09:30:00+01:00' }
  const { id } = await notify(rollcall, { ...over, params: later }, 'exam')
  await rollcall.deliver({ email })
  await rollcall.post(`${notifications}/${id}/cancellation`)
  await rollcall.deliver({ email })
  return received
}

/** Shows the mail as a mail program does, with its inline pictures. Returns the requests of the page. */
async function show(page: Page, source: string): Promise<string[]> {
  const { html, attachments } = await PostalMime.parse(source, { attachmentEncoding: 'base64' })
  const pictures = new Map(attachments.map(({ contentId, content }) => [contentId, content]))
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url())
  })
  await page.setContent(
    html!.replaceAll(/cid:([\w-]+)/g, (_, name) => `data:image/png;base64,${pictures.get(`<${name}>`)}`),
  )
  return requests
}

describe('a mail has no accessibility violation, requests nothing, and fits narrow and wide screens', () => {
  const cases = [...languages.map((language) => [language, 'Clínica Lisboa'] as const), ['pt', long] as const]
  for (const [language, name] of cases) {
    browserTest(`${language}, ${name.slice(0, 20)}`, async () => {
      const mails = await mailsOf(language, name)
      expect(mails).toHaveLength(4)
      for (const [index, source] of mails.entries()) {
        const page = await takePhone({ viewport: { width: 360, height: 740 } })
        const requests = await show(page, source)
        for (const width of [640, 360]) {
          await page.setViewportSize({ width, height: 740 })
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        }
        await expectAccessible(page, `mail-${language}-${name.length}-${index}`, ofPrograms)
        const buttons = page.locator('a[href^="https:"]:not([href$="/opt-out"])')
        // A withdrawn visit accepts no answer.
        expect(await buttons.count()).toBe(index === 3 ? 0 : 1)
        if (index < 3) expect((await buttons.boundingBox())!.height).toBeGreaterThanOrEqual(44)
        expect(requests).toEqual([])
      }
    })
  }
})
