import { readFileSync } from 'node:fs'
import { contact } from '../contact.ts'
import { entity } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { item } from '../submission.ts'
import { browserTest, takePhone } from './chromium.ts'
import { type Scene, standings } from './standings.ts'
import { visits } from './visits.ts'

browserTest(
  'shots',
  async () => {
    const png = readFileSync(new URL('../../examples/logo.png', import.meta.url)).toString('base64')
    for (const [language, scheme] of [
      ['en', 'light'],
      ['ar', 'dark'],
    ] as const) {
      const rollcall = await bootRollcall()
      await rollcall.given(
        entity({
          name: 'Praxis Dr. Müller',
          phone: '+351 213 000 000',
          address: 'Rua do Ouro 12, 1100-061 Lisboa',
          logo: png,
        }),
      )
      const one = await contact(rollcall, {
        ...visits.appointment(language),
        slots: ['2026-04-07T09:00:00+01:00', '2026-04-08T14:30:00+01:00'],
      })
      const two = await contact(rollcall, {
        external_id: 'A-2',
        contact: { external_id: 'P-2', name: 'Maria Silva', language: 'pt_PT', country: 'PT' },
        params: { ...item().params, when: '2026-03-30T10:00:00+01:00' },
      })
      await rollcall.deliver()
      const page = await takePhone({ colorScheme: scheme } as never)
      await page.setViewportSize({ width: 390, height: 844 })
      const scene = { rollcall, one, page, origin: await rollcall.listen() } as Scene
      for (const standing of ['open', 'confirmed', 'rescheduling', 'cancelled'] as const) {
        await standings[standing](scene)
        await page.goto(`${scene.origin}${one.url}?lang=${language}`)
        await page.screenshot({ path: `/tmp/shots/${language}-${standing}.png`, fullPage: standing !== 'confirmed' })
        if (standing === 'confirmed')
          await page.screenshot({ path: `/tmp/shots/${language}-${standing}-full.png`, fullPage: true })
        if (standing === 'open' || standing === 'cancelled') {
          await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
          await page.screenshot({ path: `/tmp/shots/${language}-${standing}-unfolded.png`, fullPage: true })
        }
      }
      await page.goto(`${scene.origin}${one.url}/opt-out?lang=${language}`)
      await page.screenshot({ path: `/tmp/shots/${language}-optout.png` })
      await page.setViewportSize({ width: 1366, height: 768 })
      await two.answer('confirm')
      await page.goto(`${scene.origin}${two.url}?lang=${language}`)
      await page.screenshot({ path: `/tmp/shots/${language}-wide.png`, fullPage: true })
    }
  },
  120_000,
)
