import { describe, expect } from 'vitest'
import { parseInstant } from '../../src/platform/time/instant.ts'
import { byVisit } from '../rollcall.ts'
import { browserTest } from './chromium.ts'
import { bootClinic, check, chooseFile, openUpload, sayUpload, sendButton, sent, spreadsheet } from './upload.ts'

const file = (...lines: string[]) => spreadsheet(lines.join('\r\n'))

describe('the upload of a list whose columns are not certain', () => {
  browserTest('shows the values of both columns, and sends nothing before somebody has chosen', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    await chooseFile(
      page,
      file(
        'Id,Utente,Nome,Telemóvel,Celular,Médico,Data,Hora',
        'A-1,P-1,Maria Santos,912345678,913456789,Ana Reis,31/03/2026,09:30',
        'A-2,P-2,Rui Costa,912345679,913456780,Ana Reis,31/03/2026,10:00',
      ),
    )
    const mobile = sayUpload.fields.mobile
    const doubts = page.getByRole('group', { name: sayUpload.doubtOf.replace('{field}', mobile) })
    await doubts.getByText(sayUpload.reasons.several).waitFor()
    await doubts.getByText('912345678').waitFor()
    await doubts.getByText('913456789').waitFor()
    await check(page)
    await page.getByText(sayUpload.undecided.replace('{fields}', mobile)).last().waitFor()
    expect(await sendButton(page).count()).toBe(0)
    await doubts.locator('.rival').filter({ hasText: 'Celular' }).getByRole('button').click()
    expect(await page.getByLabel(mobile, { exact: true }).inputValue()).toBe('=Celular')
    await check(page)
    await sendButton(page).click()
    await sent(page).waitFor()
    const [visit] = (await rollcall.get(byVisit('2026-03-31'))).json()
    expect(visit.deliveries).toMatchObject([{ channel: 'mobile', uid: '+351913456789' }])
  })

  browserTest('takes the day of the visit, and not the day of booking before it', async () => {
    const rollcall = await bootClinic()
    rollcall.clock.time = parseInstant('2026-03-20T09:00:00Z')!
    const { page } = await openUpload(rollcall)
    await chooseFile(
      page,
      file(
        'Date Created,Appointment Date,Appointment Time,Appointment ID,Patient ID,Patient Name,Mobile,Provider',
        '14/03/2026,31/03/2026,2:30 PM,A-1,P-1,Mrs Maria Santos,912345678,Ana Reis',
        '15/03/2026,30/03/2026,9:00AM,A-2,P-2,Rui Costa,912345679,Ana Reis',
      ),
    )
    await page.getByText('Tuesday, 31 March 2026 at 14:30').waitFor()
    expect(await page.locator('.doubts').count()).toBe(0)
    await check(page)
  })

  browserTest('says that the first line looks like an appointment, and keeps it', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    await chooseFile(
      page,
      file('A-1;P-1;Maria Santos;912345678;31/03/2026 09:30', 'A-2;P-2;Rui Costa;912345679;31/03/2026 10:00'),
    )
    await page.getByText(sayUpload.reasons.noHeader).waitFor()
    await page
      .getByRole('group', { name: sayUpload.doubtOf.replace('{field}', sayUpload.fields.header) })
      .getByRole('button')
      .click()
    const choices = {
      external_id: '1',
      'contact.external_id': '2',
      'contact.name': '3',
      mobile: '4',
      'params.when': '5',
    }
    for (const [field, number] of Object.entries(choices))
      await page.getByLabel(sayUpload.fields[field as 'mobile'], { exact: true }).selectOption(`=${number}`)
    for (const button of await page.getByRole('button', { name: sayUpload.isRight }).all()) await button.click()
    const doctor = sayUpload.fields['params.doctor']
    await page.getByLabel(doctor, { exact: true }).selectOption(sayUpload.constant)
    await page.getByLabel(sayUpload.constantOf.replace('{field}', doctor)).fill('Ana Reis')
    await check(page)
    await sendButton(page).click()
    await sent(page).waitFor()
    const visits: { contact: { name: string } }[] = (await rollcall.get(byVisit('2026-03-31'))).json()
    expect(visits.map(({ contact }) => contact.name)).toEqual(['Maria Santos', 'Rui Costa'])
  })
})
