import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { parseInstant } from '../../src/platform/time/instant.ts'
import { csvFile, line, submitCsv } from '../csv-file.ts'
import { byVisit } from '../rollcall.ts'
import { browserTest } from './chromium.ts'
import { say } from './console.ts'
import { chooseLanguage, sayPlaces } from './places.ts'
import {
  bootClinic,
  check,
  chooseFile,
  countOf,
  faultsOf,
  openUpload,
  sayUpload,
  sendButton,
  sent,
  spreadsheet,
} from './upload.ts'

const faulty = [
  line(),
  line({ Id: 'A-2', Nome: 'Inês', Telemovel: '91' }),
  line({ Id: 'A-3', Nome: 'Zoé', Data: '31/02/2026' }),
  line({ Id: 'A-4', Nome: 'Rui', Hora: '9h30' }),
  line({ Id: 'A-5', Nome: 'Ana', Data: '01/01/2026' }),
]

describe('the upload of a file', () => {
  browserTest('lists its faults, submits the other rows, and then the corrected ones', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    await chooseFile(page, spreadsheet(csvFile(...faulty)))
    await page.getByText('31/03/2026 09:30').waitFor()
    await page.getByText('Tuesday, 31 March 2026 at 09:30').waitFor()
    await check(page)
    expect([await countOf(page, 'created'), await countOf(page, 'faulty')]).toEqual(['1', '4'])
    expect(await faultsOf(page)).toEqual([
      ['3', 'Telemovel', sayUpload.reasons.phone],
      ['4', 'Data', sayUpload.reasons.date],
      ['5', 'Hora', sayUpload.reasons.format.replace('{format}', 'dd/MM/yyyy HH:mm')],
      ['6', 'Data', sayUpload.reasons.past],
    ])
    await page.getByText(/^Clinica Lisboa: Joao, consulta ter 31 mar 09:30/).waitFor()
    expect((await rollcall.get(byVisit('2026-03-31'))).json()).toEqual([])

    await sendButton(page).dblclick()
    await sent(page).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: sayUpload.downloadFaulty }).click(),
    ])
    expect(download.suggestedFilename()).toBe('agenda-faults.csv')
    const rows = readFileSync(await download.path(), 'utf8')
    expect(rows.split('\r\n')).toHaveLength(6)
    const corrected = rows.replace(';91;', ';912345670;').replace('31/02/2026', '31/03/2026').replace('9h30', '09:30')
    await chooseFile(page, { ...spreadsheet(''), buffer: Buffer.from(corrected.replace('01/01/2026', '01/04/2026')) })
    await check(page)
    expect([await countOf(page, 'created'), await countOf(page, 'faulty')]).toEqual(['4', '0'])
    await sendButton(page).click()
    await sent(page).waitFor()
    const visits: { contact: { name: string } }[] = (await rollcall.get(byVisit('2026-03-31'))).json()
    expect(visits.map(({ contact }) => contact.name).sort()).toEqual([
      ...['Inês Silva', 'João Silva', 'Rui Silva', 'Zoé Silva'],
    ])

    await rollcall.deliver()
    await page.getByRole('link', { name: sayUpload.toTasks }).click()
    const tasks = page.getByRole('region', { name: say.tasks })
    await tasks.locator('summary').first().click()
    await tasks.getByText('Zoé Silva').waitFor()
    expect(await tasks.locator('.mark.sent').count()).toBeGreaterThan(0)
    await page.goBack()
    await sent(page).waitFor()
  })

  browserTest('says why no line can be sent, if each one has a fault', async () => {
    const { page } = await openUpload(await bootClinic())
    const rows = [
      line({ Telemovel: '91' }),
      line({ Id: 'A-2', Data: '01/01/2026' }),
      line({ Id: 'A-3', Data: '01/01/2026' }),
    ]
    await chooseFile(page, spreadsheet(csvFile(...rows)))
    await check(page)
    expect([await countOf(page, 'faulty'), await sendButton(page).count()]).toEqual(['3', 0])
    await page.getByText(`${sayUpload.noneSendable} Data: ${sayUpload.reasons.past}`).waitFor()
    expect(await page.getByText(sayUpload.nothingNew).count()).toBe(0)
  })

  browserTest('shows the result and the button that sends before long lists of faults and messages', async () => {
    const { page } = await openUpload(await bootClinic())
    await page.setViewportSize({ width: 1280, height: 800 })
    const rows = Array.from({ length: 40 }, (_, index) =>
      line({ Id: `A-${index}`, ...(index % 3 === 0 && { Hora: '9h' }) }),
    )
    await chooseFile(page, spreadsheet(csvFile(...rows)))
    await check(page)
    const heading = page.getByRole('heading', { name: sayUpload.steps.check })
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    const describing = await heading.getAttribute('aria-describedby')
    expect(await page.locator(`#${describing}`).innerText()).toContain(sayUpload.checked.replace('{rows}', '40'))
    const placeOf = async (element: typeof heading) => (await element.boundingBox())!
    const send = await placeOf(sendButton(page))
    expect((await placeOf(heading)).y).toBeLessThan(100)
    expect(send.y + send.height).toBeLessThan(800)
    await sendButton(page).click()
    await sent(page).waitFor()
    expect((await placeOf(sent(page))).y).toBeLessThan(800)
  })

  browserTest('names the other messages of each contact, and the end of the quiet hours', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    const known = line({ Id: 'A-2', Nome: 'Rui' })
    await submitCsv(rollcall, csvFile(known))
    const changed = line({ Id: 'A-2', Nome: 'Rui', Email: 'rui@example.org' })
    await chooseFile(page, spreadsheet(csvFile(line({ Email: 'joao@example.org' }), changed)))
    await check(page)
    const sending = page.locator('.sending')
    await sending.getByText(format(sayUpload.send, { count: 1 }, 'en')).waitFor()
    await sending.getByText(format(sayUpload.changesToo, { count: 1 }, 'en')).waitFor()
    await sending.getByText(sayUpload.sendNow).waitFor()
    await page.getByText(sayUpload.further.replace('{channels}', say.channels.email)).waitFor()
    await page.getByText(sayUpload.textsAbout).waitFor()
    rollcall.clock.time = parseInstant('2026-03-30T22:30:00Z')!
    await page.getByRole('button', { name: sayUpload.checkAgain }).click()
    await sending.getByText(sayUpload.quietUntil.replace('{time}', '31 Mar 2026, 08:00')).waitFor()
  })

  browserTest('checks no file whose day is a column that it cannot read', async () => {
    const { page } = await openUpload(await bootClinic())
    await chooseFile(page, spreadsheet(csvFile(line())))
    const when = sayUpload.fields['params.when']
    const second = page.getByLabel(sayUpload.furtherColumn.replace('{field}', when).replace('{number}', '2'))
    const checkButton = page.getByRole('button', { name: sayUpload.check })
    await page.getByLabel(when, { exact: true }).selectOption('Medico')
    await page.getByText(sayUpload.otherDateColumn).waitFor()
    await page.getByText(sayUpload.unreadDates.replace('{fields}', when)).waitFor()
    expect(await checkButton.isDisabled()).toBe(true)
    await page.getByLabel(when, { exact: true }).selectOption('Data')
    await second.selectOption(sayUpload.notInFile)
    await page.getByText(sayUpload.noTime).waitFor()
    expect(await checkButton.isDisabled()).toBe(true)
    await page
      .getByLabel(sayUpload.furtherColumn.replace('{field}', when).replace('{number}', '2'))
      .selectOption('Hora')
    await page.getByText('Tuesday, 31 March 2026 at 09:30').waitFor()
    await check(page)
  })

  browserTest('offers a saved mapping, and chooses it for a file with its columns', async () => {
    const rollcall = await bootClinic()
    const { page: first, origin } = await openUpload(rollcall)
    const other = csvFile(line()).replace('Medico', 'Quem').replace('Id;', 'Chave da agenda;')
    await chooseFile(first, spreadsheet(other))
    await first.getByText(sayUpload.noColumn).first().waitFor()
    expect(await first.getByRole('button', { name: sayUpload.check }).isDisabled()).toBe(true)
    await first.getByLabel(sayUpload.fields['params.doctor'], { exact: true }).selectOption('Quem')
    await first.getByLabel(sayUpload.fields.external_id, { exact: true }).selectOption('Chave da agenda')
    await check(first)
    await first.getByLabel(sayUpload.saveAs).fill('Agenda da manhã')
    await first.getByRole('button', { name: sayUpload.save, exact: true }).click()
    await first.getByText(sayUpload.savedAs.replace('{name}', 'Agenda-da-manha')).waitFor()
    expect((await rollcall.get('/v1/mappings/clinica-lisboa/Agenda-da-manha')).json()).toMatchObject({
      fields: { 'params.doctor': { column: 'Quem' }, external_id: { column: 'Chave da agenda' } },
    })
    const { page } = await openUpload(rollcall, { origin })
    await chooseFile(page, spreadsheet(other))
    await page.getByRole('combobox', { name: sayUpload.saved, exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: sayUpload.saved, exact: true }).inputValue()).toBe(
      'Agenda-da-manha',
    )
    await page.getByText(sayUpload.savedColumns.replace('{name}', 'Agenda-da-manha')).waitFor()
    await check(page)
    await page.getByRole('combobox', { name: sayUpload.saved, exact: true }).selectOption(sayUpload.guessed)
    await page.getByText(sayUpload.noColumn).first().waitFor()
    // Another file of other columns cannot use it.
    await chooseFile(page, spreadsheet(csvFile(line())))
    await page.getByText(sayUpload.understood).waitFor()
    expect(await page.getByRole('combobox', { name: sayUpload.saved, exact: true }).inputValue()).toBe('')
  })

  browserTest('shows formulas and HTML in cells as text', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    const nasty = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
    const cell = `"${nasty.replaceAll('"', '""')}"`
    const text = csvFile(line({ Nome: cell, Apelido: '=1+1' }), line({ Id: 'A-2' }), line({ Id: 'A-3', Hora: cell }))
    await chooseFile(page, spreadsheet(text.replaceAll('Medico', cell)))
    await page.getByLabel(sayUpload.fields['params.doctor'], { exact: true }).selectOption(nasty)
    await page.getByText(`${nasty} =1+1`).waitFor()
    await check(page)
    expect(await faultsOf(page)).toMatchObject([['4', 'Hora', expect.any(String)]])
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.evaluate('window.hit')).toBeUndefined()
  })

  browserTest('takes a list without numbers by several columns, and one value for all rows', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    const rows = [
      'Name,Phone,Date,Time',
      'Maria Santos,912345678,31/03/2026,9:30',
      'Rui Costa,912345679,31/03/2026,10:00',
    ]
    await chooseFile(page, spreadsheet(rows.join('\n')))
    await page.getByText(sayUpload.noVisitKey).waitFor()
    const keys = { 'contact.external_id': ['Name', 'Phone'], external_id: ['Name', 'Phone', 'Date'] }
    for (const [field, columns] of Object.entries(keys)) {
      const label = sayUpload.fields[field as 'external_id']
      const further = (number: number) =>
        sayUpload.furtherColumn.replace('{field}', label).replace('{number}', String(number))
      for (const [index, column] of columns.entries())
        await page.getByLabel(index === 0 ? label : further(index + 1), { exact: true }).selectOption(column)
    }
    const doctor = sayUpload.fields['params.doctor']
    await page.getByLabel(doctor, { exact: true }).selectOption(sayUpload.constant)
    await page.getByLabel(sayUpload.constantOf.replace('{field}', doctor)).fill('Ana Reis')
    await check(page)
    await sendButton(page).click()
    await sent(page).waitFor()
    const [visit] = (await rollcall.get(byVisit('2026-03-31'))).json()
    expect(visit).toMatchObject({
      external_id: 'Maria Santos 912345678 31/03/2026',
      contact: { external_id: 'Maria Santos 912345678' },
      params: { doctor: 'Ana Reis' },
    })
  })

  browserTest('shows no columns of the file before for one that it refuses', async () => {
    const { page } = await openUpload(await bootClinic())
    await chooseFile(page, spreadsheet(csvFile(line())))
    await page.getByText(sayUpload.understood).waitFor()
    const header = csvFile()
    for (const [name, text, fault] of [
      ['list.pdf', '%PDF-1.7', 'not-csv'],
      ['empty.csv', '', 'empty'],
      ['header.csv', header, 'no-rows'],
    ] as const) {
      await chooseFile(page, spreadsheet(text, name))
      await page.getByRole('alert').getByText(sayUpload.faults[fault].replace('{name}', name)).waitFor()
      expect(await page.getByRole('heading', { name: sayUpload.steps.columns }).count()).toBe(0)
      expect(await page.getByRole('button', { name: sayUpload.check }).count()).toBe(0)
      expect(await page.getByText(sayUpload.understood).count()).toBe(0)
    }
    await chooseFile(page, spreadsheet(csvFile(line())))
    await page.getByText('Tuesday, 31 March 2026 at 09:30').waitFor()
    await check(page)
  })

  browserTest('guesses again for another file, unless the columns were checked and read it', async () => {
    const { page } = await openUpload(await bootClinic())
    const when = page.getByLabel(sayUpload.fields['params.when'], { exact: true })
    await chooseFile(page, spreadsheet(csvFile(line())))
    await page.getByText(sayUpload.understood).waitFor()
    await when.selectOption('Medico')
    await page.getByText(sayUpload.otherDateColumn).waitFor()
    await chooseFile(page, spreadsheet(csvFile(line()), 'again.csv'))
    await page.getByText('Tuesday, 31 March 2026 at 09:30').waitFor()
    const doctor = page.getByLabel(sayUpload.fields['params.doctor'], { exact: true })
    await doctor.selectOption('Nome')
    await check(page)
    await chooseFile(page, spreadsheet(csvFile(line()), 'corrected.csv'))
    await page.getByText(sayUpload.kept).waitFor()
    expect(await doctor.inputValue()).toBe('=Nome')
    await page.getByRole('combobox', { name: sayUpload.saved, exact: true }).selectOption(sayUpload.guessed)
    expect(await doctor.inputValue()).toBe('=Medico')
    // The dates of this one have another form.
    await check(page)
    await chooseFile(page, spreadsheet(csvFile(line({ Data: '2026-03-31' })), 'iso.csv'))
    await page.getByText(sayUpload.understood).waitFor()
    await page.getByText('Tuesday, 31 March 2026 at 09:30').waitFor()
  })

  browserTest('keeps the file without a connection, and warns before the page is left', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    await page.route('**/guess', (route) => route.abort())
    await chooseFile(page, spreadsheet(csvFile(line())))
    await page.getByText(sayUpload.faults['no-connection']).waitFor({ timeout: 90_000 })
    await page.unroute('**/guess')
    await page.getByRole('button', { name: sayUpload.again }).click()
    await check(page)

    // The service has stored the rows, but the response is lost.
    await page.route('**/csv?**', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await sendButton(page).click()
    await page.getByText(sayUpload.sendAgain).waitFor()
    await page.unroute('**/csv?**')
    const dialogs: string[] = []
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.type())
      await dialog.dismiss()
    })
    await page.evaluate(() => location.reload())
    await expect.poll(() => dialogs).toEqual(['beforeunload'])
    await sendButton(page).click()
    await sent(page).waitFor()
    expect([await countOf(page, 'created'), await countOf(page, 'unchanged')]).toEqual(['0', '1'])
    expect((await rollcall.get(byVisit('2026-03-31'))).json()).toHaveLength(1)
  })

  browserTest('asks for times that a clock change skips or repeats, only if the file has them', async () => {
    const { page } = await openUpload(await bootClinic())
    await chooseFile(page, spreadsheet(csvFile(line(), line({ Id: 'A-2', Data: '25/10/2026', Hora: '01:30' }))))
    await check(page)
    const choice = page.getByLabel(sayUpload.clock.repeated.replace('{zone}', 'Europe/Lisbon'))
    expect(await page.getByText(sayUpload.clock.skipped.replace('{zone}', 'Europe/Lisbon')).count()).toBe(0)
    await choice.selectOption(sayUpload.clockChoices.second)
    await expect.poll(() => countOf(page, 'created')).toBe('2')
    await page.getByText('01:30').last().waitFor()
  })

  browserTest('takes a file that somebody drops, and says each reason in the language of the page', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    const rows = [
      line({ Id: '' }),
      line({ Id: 'A-2', Email: 'nobody' }),
      line({ Id: 'A-3', Data: '29/03/2026' }),
      line({ Id: 'A-4', Hora: '25:00' }),
      line({ Id: 'A-5', Medico: 'x'.repeat(300) }),
      line({ Id: 'A-6', Medico: 'x'.repeat(1_100) }),
      'A-7;P-1',
      `${line({ Id: 'A-8' })};x`,
      line({ Id: 'A-9', Data: '28/03/2027', Hora: '01:30' }),
      line({ Id: 'A-10' }),
      line({ Id: 'A-10' }),
      line({ Id: 'A-11', Nome: '"\u00ad', Apelido: '' }),
      'A-12;P-1',
    ]
    await chooseLanguage(page, 'pt')
    const data = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], 'agenda.csv', { type: 'text/csv' }))
        return transfer
      },
      csvFile(...rows),
    )
    await page.locator('main').dispatchEvent('drop', { dataTransfer: data })
    const pt = wordsOf('upload', 'pt')
    await page.getByText(pt.understood).waitFor()
    await page.getByRole('button', { name: pt.check }).click()
    await page.getByText(pt.incomplete).waitFor()
    const reasons = (await faultsOf(page)).map(([, , reason]) => reason)
    expect(reasons.length).toBeGreaterThan(9)
    expect(await page.locator('.fault-table [lang=en]').allInnerTexts()).toEqual([])
    // A file that cannot be read to its end is not sent.
    expect(await sendButton(page).count()).toBe(0)
  })

  browserTest(
    'is only for a token with the scope notifications:write, and saves mappings only for an admin',
    async () => {
      const rollcall = await bootClinic()
      const { page, origin } = await openUpload(rollcall, { scopes: ['actions:read', 'notifications:read'] })
      expect(await page.getByRole('link', { name: sayPlaces.upload, exact: true }).count()).toBe(0)
      const clerk = await openUpload(rollcall, { origin, scopes: ['actions:read', 'notifications:write'] })
      await chooseFile(clerk.page, spreadsheet(csvFile(line())))
      await check(clerk.page)
      expect(await clerk.page.getByLabel(sayUpload.saveAs).count()).toBe(0)
      await sendButton(clerk.page).click()
      await sent(clerk.page).waitFor()
    },
  )
})
