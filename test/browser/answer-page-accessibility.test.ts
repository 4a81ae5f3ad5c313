import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Language, languages } from '../../src/platform/languages/languages.ts'
import { contact } from '../contact.ts'
import { entity } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { item, moved } from '../submission.ts'
import { expectAccessible, photograph, tooWide } from './accessibility.ts'
import { browserTest, takePhone } from './chromium.ts'
import { type Scene, standings } from './standings.ts'
import { visits } from './visits.ts'

describe('the answer page has no accessibility violation, logs no error and requests nothing of other hosts', () => {
  // Each state in one language: axe finds the same in all of them. Each language has several states.
  for (const [index, standing] of (Object.keys(standings) as (keyof typeof standings)[]).entries()) {
    hasNoViolation(standing, 'appointment', languages[index % languages.length]!)
  }
  hasNoViolation('open', 'exam', 'fr')
  hasNoViolation('confirmed', 'vaccination', 'es')
  hasNoViolation('withdrawn', 'vaccination', 'en')

  function hasNoViolation(standing: keyof typeof standings, target: keyof typeof visits, language: Language) {
    browserTest(`${target}, ${standing}, ${language}`, async () => {
      const page = await takePhone()
      const rollcall = await bootRollcall()
      const one = await contact(rollcall, visits[target](language), target)
      await page.setExtraHTTPHeaders({ 'accept-language': language })
      const scene = { rollcall, one, page, origin: await rollcall.listen() }
      const faults = watch(scene)
      await standings[standing](scene)
      expect(faults).toEqual([])
      await unfold(page)
      await expectAccessible(page, `${language}-${target}-${standing}`)
    })
  }
})

browserTest(
  'the answer page of a clinic with a logo has no accessibility violation and no layout shift at any width',
  async () => {
    const rollcall = await bootRollcall()
    const png = readFileSync(new URL('../../examples/logo.png', import.meta.url)).toString('base64')
    await rollcall.given(entity({ phone: '+351 213 000 000', address: 'Rua do Ouro 12, 1100-061 Lisboa', logo: png }))
    const one = await contact(rollcall, visits.appointment('pt'))
    const page = await takePhone()
    const scene = { rollcall, one, page, origin: await rollcall.listen() }
    for (const standing of ['open', 'cancelled', 'confirmed', 'confirmed-and-closed'] as const) {
      await standings[standing](scene)
      for (const language of languages) {
        await page.goto(`${scene.origin}${one.url}?lang=${language}`)
        expect(await tooWide(page, `clinic-${standing}-${language}`)).toEqual([])
      }
      await expectAccessible(page, `clinic-${standing}`)
    }
  },
)

describe('the answer page fits the width of a narrow screen', () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200)
  fits('with long names without spaces', long, long)
  fits('with names from right to left', 'عيادة (لشبونة) 24', 'د. محمد الأحمد (MD)')

  function fits(how: string, clinic: string, doctor: string) {
    browserTest(how, async () => {
      const rollcall = await bootRollcall()
      await rollcall.given(entity({ name: clinic }))
      const one = await contact(rollcall, { params: { ...item().params, doctor } })
      const page = await takePhone()
      await page.goto((await rollcall.listen()) + one.url)
      await expectFit('open')
      await one.answer('confirm')
      await page.reload()
      await expectFit('confirmed')
      await one.answer('reschedule', long)
      await page.reload()
      await expectFit('rescheduling')
      await contact(rollcall, { params: { ...moved.params, doctor } })
      await page.reload()
      await expectFit('moved')
      await page.goto(`${page.url()}/opt-out`)
      await expectFit('opt-out')

      async function expectFit(standing: string) {
        await unfold(page)
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 844 })
          await photograph(page, `${how.replaceAll(' ', '-')}-${standing}-${width}`)
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        }
      }
    })
  }
})

const unfold = (page: Page) => page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')

/** Collects the page's requests to other hosts, and the errors that the browser reports. */
function watch({ page, origin }: Scene): string[] {
  const faults: string[] = []
  page.on('request', (request) => request.url().startsWith(origin) || faults.push(request.url()))
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    // Chromium reports a page with status 404 or 410.
    if (!/^Failed to load resource: .* a status of 4\d\d/.test(message.text())) faults.push(message.text())
  })
  return faults
}
