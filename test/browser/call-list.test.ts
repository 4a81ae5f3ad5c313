import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { entity } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { notify } from '../submission.ts'
import { photograph } from './accessibility.ts'
import { backToScreen, downloadCsv, pressable, print, printedRows, sayLists } from './call-list.ts'
import { browserTest } from './chromium.ts'
import { at, begin, rowOf } from './desk-day.ts'
import { chromiumPath } from './find-chromium.ts'
import { hasPdftotext } from './find-pdftotext.ts'
import { printedPages } from './pdf.ts'
import { chooseLanguage } from './places.ts'
import { bootWithWork, entry, openEntry, openWork, sayWork, visitOf } from './work.ts'

const header = (page: Page) => page.locator('.call-list header').innerText()

/** Submits visits of tomorrow, a minute apart. */
async function bootWithVisits(count: number) {
  const rollcall = await bootRollcall()
  await rollcall.given(entity())
  for (let from = 0; from < count; from += 1_000) {
    const notices = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => ({
      external_id: `A-${from + index}`,
      contact: { external_id: `P-${from + index}`, name: `Contact ${from + index}`, country: 'PT' },
      addresses: [{ channel: 'mobile', uid: '+351912345678' }],
      params: {
        doctor: 'Ana Reis',
        when: `2026-03-31T${10 + Math.floor((index % 600) / 60)}:${String(index % 60).padStart(2, '0')}:00+01:00`,
      },
    }))
    const body = { category: 'medical', target: 'appointment', notifications: notices }
    expect((await rollcall.post('/v1/notifications/clinica-lisboa', body)).statusCode).toBe(202)
  }
  // The service limits the messages to one address.
  await rollcall.database.updateTable('deliveries').set({ state: 'sent', sent_at: rollcall.clock.time }).execute()
  return rollcall
}

describe('a worklist', () => {
  browserTest('is printed as a call list: no tabs or buttons, black on white, with a box and a line', async () => {
    const { page } = await openWork(await bootWithWork())
    await entry(page, 'Eva Lopes').waitFor()
    await print(page)
    await photograph(page, 'call-list-wishes')
    expect(await pressable(page)).toEqual([])
    expect(await header(page)).toContain(
      'Want another time\n\nClínica Lisboa · Tuesday 31 March – Thursday 9 April\n\nEntries: 2 · Printed: 30 Mar 2026, 09:00',
    )
    expect(await printedRows(page)).toEqual([
      [
        '09:30',
        'Eva Lopes\nborn 29 Feb 1980\nno. P-EvaLopes',
        '+351912000002',
        '“Mondays or Tuesdays,\nafter 17:00”\nAna Reis · Cardiologia',
      ],
      ['08:45', 'Inês Faria\nno. P-InesFaria', '+351912000006', `${sayWork.noWish}\nAna Reis · Cardiologia`],
    ])
    const colours = await page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('.call-list')!)
      return [color, getComputedStyle(document.body).backgroundColor]
    })
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    const sizes = await page.evaluate(() => {
      const [box] = document.querySelectorAll('.call-list .cell-done span')
      const line = getComputedStyle(document.querySelector('td.cell-notes')!, '::after')
      const row = getComputedStyle(document.querySelector('.call-list tbody tr')!)
      const head = getComputedStyle(document.querySelector('.call-list thead')!)
      return [(box as HTMLElement).offsetWidth > 15, line.borderBottomStyle, row.breakInside, head.display]
    })
    expect(sizes).toEqual([true, 'dotted', 'avoid', 'table-header-group'])

    await backToScreen(page)
    await entry(page, 'Eva Lopes').waitFor()
    expect(await page.locator('.call-list').count()).toBe(0)
  })

  browserTest('of texts has their words and the visit that they are about', async () => {
    const { page } = await openWork(await bootWithWork(), { list: 'texts' })
    await entry(page, 'João Ávila').waitFor()
    await print(page)
    const [[, contact, telephone, about] = []] = await printedRows(page)
    expect([contact, telephone]).toEqual(['João Ávila\nno. P-JoaoAvila', '+351912000005'])
    expect(about).toContain('“Há estacionamento junto à clínica?”\nAppointment: 31 Mar 2026, 12:00')
    await backToScreen(page)
    const { name, text } = await downloadCsv(page)
    expect(name).toBe('clinica-lisboa_texts-todo_2026-03-30.csv')
    const words =
      'João Ávila,no. P-JoaoAvila,\'+351912000005,Ana Reis,,Confirmed,2026-03-30,09:00,Text,"“Há estacionamento junto à clínica?”; Appointment: 31 Mar'
    expect(text).toContain(`\r\n2026-03-30,09:00,${words}`)
  })

  browserTest('is printed and downloaded whole, although the page shows 50 entries', async () => {
    const rollcall = await bootWithVisits(120)
    const { page } = await openWork(rollcall, { list: 'unanswered' })
    await expect.poll(() => page.locator('.entry').count()).toBe(50)
    const { name, text } = await downloadCsv(page)
    expect(name).toBe('clinica-lisboa_unanswered-next-day_2026-03-30.csv')
    const { facts, ...columns } = sayLists.fileColumns
    const { date, time, contact, telephone, doctor, place, state, answeredOn, answeredAt, channel, about } = columns
    expect(text.split('\r\n')[0]).toBe(
      [`\ufeff${date}`, time, contact, `"${facts}"`, telephone, doctor, place, state]
        .concat(answeredOn, answeredAt, channel, about)
        .join(),
    )
    expect(text).toContain('\r\n2026-03-31,')
    expect(text.split('\r\n')).toHaveLength(122)

    // The browser's own command prints what the page has loaded, and says so.
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    expect((await printedRows(page)).length).toBe(50)
    expect(await header(page)).toContain(sayLists.onlyFirst.replace('{count}', '50'))
    expect(await pressable(page)).toEqual([])
    await backToScreen(page)

    await print(page)
    expect((await printedRows(page)).length).toBe(120)
    expect(await header(page)).not.toContain(sayLists.onlyFirst.slice(0, 20))
    await photograph(page, 'call-list-long')
  })

  browserTest(
    'of unreached contacts has the reason on paper and in the file, and says who has no telephone',
    async () => {
      const rollcall = await bootWithWork()
      const addresses = [{ channel: 'email' as const, uid: 'zita@example.org' }]
      const zita = { external_id: 'P-Zita', name: 'Zita Paz', language: 'pt_PT', country: 'PT' }
      const params = { when: '2026-03-31T08:00:00+01:00', doctor: 'Ana Reis' }
      await notify(rollcall, { external_id: 'A-Zita', contact: zita, addresses, params })
      await rollcall.deliver()
      const { page } = await openWork(rollcall, { list: 'unreached' })
      await entry(page, 'Tiago Nunes').waitFor()
      await print(page)
      const [[, , , about] = []] = await printedRows(page)
      expect(about).toContain('+351912000001: 550 no such number')
      await backToScreen(page)
      expect((await downloadCsv(page)).text).toMatch(
        /,'\+351912000001,Ana Reis,,Not reached,,,Text,'\+351912000001: 550 no such number; Ana Reis/,
      )
      await page.getByRole('link', { name: new RegExp(`^${sayWork.lists.unanswered}`) }).click()
      await (await openEntry(page, 'Zita Paz')).getByText(sayLists.noTelephone).waitFor()
      await print(page)
      const printed = (await printedRows(page)).find(([, contact]) => contact!.startsWith('Zita Paz'))!
      expect(printed[2]).toBe(`${sayLists.noTelephone}\nzita@example.org`)
      await backToScreen(page)
      await page.getByRole('link', { name: new RegExp(`^${sayWork.lists.unreached}`) }).click()
      await entry(page, 'Tiago Nunes').waitFor()
      await chooseLanguage(page, 'pt')
      const { download } = wordsOf('pages', 'pt').lists
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: download.ready }).click(),
      ])
      expect(readFileSync(await saved.path(), 'utf8')).toMatch(
        /;'\+351912000001;Ana Reis;;[^']*;"?'\+351912000001: 550 no such number; Ana Reis/,
      )
    },
  )

  browserTest('that is too long for paper or for a run of reminders says so, and can be downloaded', async () => {
    const { page } = await openWork(await bootWithVisits(1_001), { list: 'unanswered' })
    await page.getByRole('button', { name: sayLists.print.ready }).click()
    await page.getByText(sayLists.tooLong.replace('{max}', '1,000')).waitFor()
    expect((await downloadCsv(page)).text.split('\r\n')).toHaveLength(1_003)
    const { ask, onlyFirst } = sayWork.remindList
    await page.getByRole('button', { name: ask }).click()
    await page.getByText(onlyFirst.replace('{count}', '1,000')).waitFor()
  })

  browserTest('without entries has nothing to take out, and says when the service does not answer', async () => {
    const { page } = await openWork(await bootWithWork(), { list: 'no-show' })
    await page.getByText(sayWork.empty['no-show/todo']).waitFor()
    for (const { ready } of [sayLists.download, sayLists.print])
      expect(await page.getByRole('button', { name: ready }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: new RegExp(`^${sayWork.lists.unreached}`) }).click()
    await entry(page, 'Tiago Nunes').waitFor()
    await page.context().setOffline(true)
    for (const { ready, failed } of [sayLists.download, sayLists.print]) {
      await page.getByRole('button', { name: ready }).click()
      await expect
        .poll(async () => {
          await page.clock.runFor(5_000)
          return page.getByRole('button', { name: failed }).count()
        })
        .toBe(1)
    }
  })
})

test.skipIf(chromiumPath === undefined || !hasPdftotext).each(['A4', 'Letter'] as const)(
  'a call list of 120 contacts is printed on %s with each row whole on one page, and with headings and page numbers',
  async (format) => {
    const { page } = await openWork(await bootWithVisits(120), { list: 'unanswered' })
    await entry(page, 'Contact 0').waitFor()
    await print(page)
    const pages = await printedPages(page, format)
    expect(pages.length).toBeGreaterThan(4)
    expect(pages[0]!.words.map(({ text }) => text).join(' ')).toContain('Clínica Lisboa · Tuesday 31 March')
    const printed: number[] = []
    for (const [index, { width, height, words }] of pages.entries()) {
      const texts = words.map(({ text }) => text)
      expect(texts).toEqual(expect.arrayContaining(sayLists.columns.telephone.split(' ')))
      expect(texts.slice(-3)).toEqual([`${index + 1}`, '/', `${pages.length}`])
      const margin = 25
      for (const { left, top, right, bottom } of words) {
        expect(Math.min(left, top)).toBeGreaterThan(margin)
        expect([right < width - margin, bottom < height - margin / 2]).toEqual([true, true])
      }
      // The number, the doctor and the telephone of a contact are beside the name, on the same page.
      for (const { text, top } of words.filter(({ text }) => text.startsWith('P-'))) {
        printed.push(Number(text.slice(2)))
        const inRow = words.filter((word) => Math.abs(word.top - top) < 25).map(({ text }) => text)
        expect(inRow).toEqual(expect.arrayContaining(['Contact', '+351912345678', 'Reis']))
      }
    }
    expect(printed).toEqual(Array.from({ length: 120 }, (_, number) => number))
  },
)

describe('the list of the day at the desk', () => {
  browserTest('is downloaded, and printed with telephones, or without them while offline', async () => {
    const { rollcall, page } = await begin(at('Ana Cruz', -10, { birth_date: '1980-02-29' }))
    await visitOf(rollcall, { name: 'Rui Costa', uid: '+351912000003', when: '2026-03-30T10:00:00+01:00' })
    await rollcall.post('/v1/notifications/clinica-lisboa/ana-cruz/arrival')
    await page.clock.fastForward(31_000)
    await rowOf(page, 'Ana Cruz Arrived').waitFor()
    await rowOf(page, 'Rui Costa').waitFor()
    await photograph(page, 'desk-with-buttons')
    const { name, text } = await downloadCsv(page)
    expect(name).toBe('clinica-lisboa_visits_2026-03-30.csv')
    expect(text).toContain('Ana Cruz')
    expect(text).toContain(",'+351912000003,")

    await print(page)
    await photograph(page, 'call-list-desk')
    expect(await pressable(page)).toEqual([])
    expect(await header(page)).toContain(`${sayLists.day}\n\nClínica Lisboa · Monday 30 March`)
    const arrived = ['08:50', 'Ana Cruz\nBorn 29 Feb 1980\nPatient no. P-ana-cruz', '', 'Arrived\nAna Reis']
    const rui = ['10:00', 'Rui Costa\nPatient no. P-RuiCosta']
    expect(await printedRows(page)).toEqual([arrived, [...rui, '+351912000003', 'Expected\nAna Reis · Cardiologia']])
    await backToScreen(page)

    await page.context().setOffline(true)
    const printing = print(page)
    await page.clock.runFor(10_000)
    await printing
    expect(await printedRows(page)).toEqual([arrived, [...rui, '', 'Expected\nAna Reis · Cardiologia']])
  })
})
