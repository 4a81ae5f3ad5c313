import { expect } from 'vitest'
import { contact } from '../contact.ts'
import { entity } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { openConsole, records } from './console.ts'
import { openDesk, typeCode, verdictOf } from './front-desk.ts'
import { openWork, sayWork } from './work.ts'

const nasty = `</title><img src=x onerror="window.canary=1">{{7*7}} =SUM(1) $& \u202egnp.exe`

browserTest('every page shows a name with markup as text', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(entity({ name: nasty }))
  const details = { contact: { external_id: nasty, name: nasty, country: 'PT' } }
  const params = { when: '2026-03-30T09:30:00+01:00', doctor: nasty, doctor_expertise: nasty }
  const one = await contact(rollcall, { ...details, external_id: nasty, params })
  await one.answer('reschedule', nasty)
  await one.answer('confirm')

  const desk = await takeComputer()
  const { origin } = await openDesk(rollcall, desk)
  await typeCode(desk, (await one.token())!)
  await verdictOf(desk).getByText(nasty).first().waitFor()
  await desk.locator('.clinic').getByText(nasty).waitFor()
  await rollcall.post(`/v1/checkin/bytoken/clinica-lisboa/${await one.token()}/arrival`)
  await desk.locator('.arrivals').getByText(nasty).first().waitFor()

  const { page: console } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30', origin })
  await records(console).getByRole('button', { name: nasty }).first().click()
  await console.getByRole('dialog').getByText(nasty).first().waitFor()

  const another = await contact(rollcall, { ...details, params })
  await another.answer('reschedule', nasty)
  const { page: work } = await openWork(rollcall, { origin })
  await work.locator('.entry strong').getByText(nasty).waitFor()
  await work.locator('.opener').first().click()
  await work.getByText(sayWork.cannotCome).first().click()
  await work.locator('.question').getByText(nasty).waitFor()
  for (const page of [desk, console, work]) {
    expect(await page.evaluate('window.canary')).toBeUndefined()
    expect(await page.title()).toContain('</title>')
  }
})
