import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { print } from './call-list.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { bootHospital, bootWithVisits, givenVisits, names, openVisits, row, sayVisits } from './console-visits.ts'
import { sayPlaces, signOut } from './places.ts'
import { enterBy } from './sign-in-link.ts'
import { sayWork } from './work.ts'

const sayStates = wordsOf('pages', 'en').states
const press = (page: Page, name: string) =>
  page.locator('.filter-bar, .above-rows').getByRole('button', { name }).click()
const follow = (page: Page, name: string) => page.locator('.visits').getByRole('link', { name, exact: true }).click()
const field = (page: Page, label: string) => page.getByRole('combobox', { name: label })
const find = (page: Page, typed: string) => page.getByRole('searchbox', { name: sayVisits.find }).fill(typed)
const groups = (page: Page) => page.locator('.rows h3').allInnerTexts()
const shows = (page: Page, ...expected: string[]) => expect.poll(() => names(page)).toEqual(expected)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.querySelector('.name')?.textContent)

const otherDays = (page: Page, count: number) =>
  page.getByText(sayVisits.otherDays.replace('{count}', String(count))).filter({ visible: true })

const long = 'Maria da Conceição Magalhães de Sá'
const ofDay = ['João Ávila', 'Inês Faria', long, 'Ana Cruz', 'Tiago Nunes', 'Rui Costa', 'Zé Pinto']

describe('the visits', () => {
  browserTest('come first, by time, with the states and signs of the desk', async () => {
    const { page, foreign } = await openVisits(await bootWithVisits())
    await shows(page, ...ofDay)
    expect(await row(page, 'Inês Faria').innerText()).toContain(sayStates.overdue)
    expect(await row(page, 'João Ávila').innerText()).toContain('born 4 Jul 1951')
    expect(await page.getByRole('link', { name: sayPlaces.visits }).getAttribute('aria-current')).toBe('page')
    await expect.poll(() => page.locator('.state-filters .confirmed').innerText()).toMatch(/2$/)
    expect(foreign).toEqual([])
  })

  browserTest('are found by telephone and by birth date among all days', async () => {
    const { page } = await openVisits(await bootWithVisits())
    await shows(page, ...ofDay)
    await find(page, 'pinto')
    await otherDays(page, 1).waitFor()
    await find(page, '912 345 678')
    await page.getByText(sayVisits.empty.narrowed).waitFor()
    await otherDays(page, 1).waitFor()
    await follow(page, sayVisits.searchAll)
    await shows(page, 'Eva Lopes')
    expect(await groups(page)).toEqual(['Wednesday, 1 April 2026 1'])
    expect(await row(page, 'Eva Lopes').innerText()).toContain(sayStates.confirmed)
    for (const typed of ['+351912345678', '29/02/1980', '29 Feb 80 lopes', 'eva']) {
      await find(page, 'zzz')
      await page.getByText('No appointment was found').waitFor()
      await find(page, typed)
      await shows(page, 'Eva Lopes')
    }
    await find(page, 'ze pinto')
    await shows(page, 'Zé Pinto', 'Zé Pinto')
    expect(await groups(page)).toEqual(['Monday, 30 March 2026 1', `${sayVisits.past} 1`, 'Monday, 2 March 2026 1'])
    await row(page, 'Zé Pinto').first().click()
    await page.getByRole('dialog').getByText('Zé Pinto').first().waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: wordsOf('console', 'en').console.close })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await find(page, '')
    await page.getByText('Type a name').waitFor()
  })

  browserTest(
    'are filtered by state, doctor, place, kind and what did not reach the contact, in the address',
    async () => {
      const { page } = await openVisits(await bootWithVisits())
      await shows(page, ...ofDay)
      await press(page, sayStates.confirmed)
      await shows(page, 'Inês Faria', long)
      await press(page, sayStates.cancelled)
      await shows(page, 'Inês Faria', long, 'Ana Cruz')
      await field(page, sayVisits.doctor).selectOption('Zulmira Silva')
      await shows(page, 'Inês Faria', 'Ana Cruz')
      await page.getByText('Appointments: 2', { exact: true }).waitFor()
      await page.reload()
      await shows(page, 'Inês Faria', 'Ana Cruz')
      await press(page, sayVisits.clear)
      await shows(page, ...ofDay)
      await field(page, sayVisits.place).selectOption('Sala 4')
      await shows(page, long)
      await page.goBack()
      await shows(page, ...ofDay)
      await page.goBack()
      await shows(page, 'Inês Faria', 'Ana Cruz')
      await press(page, sayVisits.clear)
      await field(page, sayVisits.plugin).selectOption('medical/exam')
      await shows(page, long)
      await press(page, sayVisits.clear)
      await press(page, sayVisits.notReached)
      await shows(page, 'Tiago Nunes')
    },
  )

  browserTest('stand by doctor, and by the days of a week', async () => {
    const { page } = await openVisits(await bootWithVisits())
    await shows(page, ...ofDay)
    await press(page, sayVisits.orders.doctor)
    await expect.poll(() => groups(page)).toEqual(['Ana Reis 3', 'Zulmira Silva 3', `${sayVisits.noDoctor} 1`])
    await press(page, sayVisits.orders.time)
    await follow(page, sayVisits.views.week)
    await expect.poll(() => groups(page)).toEqual(['Monday, 30 March 2026 7', 'Wednesday, 1 April 2026 1'])
    await follow(page, sayVisits.previous.week)
    await page.getByText(sayVisits.empty.week).waitFor()
    await follow(page, sayVisits.today)
    await follow(page, sayVisits.views.day)
    await shows(page, ...ofDay)
    await follow(page, sayVisits.next.day)
    await page.getByText(sayVisits.empty.day).waitFor()
    await page.getByText(sayVisits.empty.how).waitFor()
    await page.getByLabel(sayVisits.day, { exact: true }).fill('2026-03-02')
    await shows(page, 'Zé Pinto')
  })

  browserTest('show changes within 30 s, with the same row in focus', async () => {
    const rollcall = await bootWithVisits()
    const { page } = await openVisits(rollcall)
    await row(page, 'Rui Costa').focus()
    await givenVisits(rollcall, [{ id: 'new', name: 'Nova Vinda', when: '2026-03-30T08:00:00Z', state: 'open' }])
    await page.clock.fastForward(31_000)
    await row(page, 'Nova Vinda').waitFor()
    expect(await focused(page)).toBe('Rui Costa')
  })

  browserTest('keep their rows when the service cannot be reached, and say so', async () => {
    const { page } = await openVisits(await bootWithVisits())
    await shows(page, ...ofDay)
    await page.context().setOffline(true)
    await page.clock.fastForward(31_000)
    await page.getByText(sayWork.failing).waitFor()
    await shows(page, ...ofDay)
    await page.context().setOffline(false)
    await page.getByText(sayWork.failing).waitFor({ state: 'detached' })
  })

  browserTest('hide tests until somebody shows them', async () => {
    const rollcall = await bootWithVisits()
    await rollcall.database
      .updateTable('notifications')
      .set({ test: 1 })
      .where('notification_id', '=', 'open')
      .execute()
    const { page } = await openVisits(rollcall)
    await shows(page, ...ofDay.filter((name) => name !== 'Zé Pinto'))
    await press(page, sayVisits.tests.replace('{count}', '1'))
    await shows(page, ...ofDay)
    expect(await row(page, 'Zé Pinto').locator('.test').innerText()).toBe(wordsOf('console', 'en').console.test)
  })

  browserTest('print and download as they are shown', async () => {
    const { page } = await openVisits(await bootWithVisits())
    await shows(page, ...ofDay)
    await press(page, sayStates.cancelled)
    await shows(page, 'Ana Cruz')
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')])
    expect(download.suggestedFilename()).toBe('clinica-lisboa_visits_2026-03-30.csv')
    const file = await (await download.createReadStream()).toArray()
    const lines = Buffer.concat(file).toString().trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Ana Cruz')
    await print(page)
    expect(await page.locator('.call-list tbody strong').allInnerTexts()).toEqual(['Ana Cruz'])
  })

  browserTest('forget the searched name at sign-out, and need their scope', async () => {
    const rollcall = await bootWithVisits()
    const { page, origin } = await openVisits(rollcall)
    await find(page, 'pinto')
    await expect.poll(() => page.url()).toContain('find=pinto')
    await row(page, 'Zé Pinto').click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await signOut(page)
    expect(page.url()).not.toContain('pinto')
    await page.goBack()
    await expect.poll(() => page.url()).not.toMatch(/pinto|visit=/)
    const { token } = await rollcall.tokenFor({ scopes: ['actions:read'] })
    const other = await takeComputer()
    await enterBy(other, `${origin}/console#token=${token}`)
    await other.getByRole('link', { name: sayPlaces.figures }).waitFor()
    expect(await other.getByRole('link', { name: sayPlaces.visits }).count()).toBe(0)
  })
})

describe('a day with more visits than a page', () => {
  browserTest('shows 200, more on request and after a reload, and filters all of them', async () => {
    const { page } = await openVisits(await bootHospital(1_000))
    const rows = page.locator('.rows button.visit')
    await page.getByText('Appointments: 1,000', { exact: true }).waitFor()
    expect(await rows.count()).toBe(200)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(400)
    await page.clock.fastForward(31_000)
    await expect.poll(() => field(page, sayVisits.doctor).locator('option').count()).toBe(11)
    expect(await rows.count()).toBe(400)
    await field(page, sayVisits.doctor).selectOption('Doctor 4')
    await page.getByText('Appointments: 100', { exact: true }).waitFor()
    await expect.poll(() => rows.count()).toBe(100)
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await find(page, 'ana')
    await page.getByText('Appointments: 50', { exact: true }).waitFor()
  })

  browserTest('offers the doctors of all visits, and prints all of them', async () => {
    const rollcall = await bootHospital(300)
    await givenVisits(rollcall, [
      { id: 'last', name: 'Zoe Last', when: '2026-03-30T22:00:00Z', state: 'open', params: { doctor: 'Night Doctor' } },
    ])
    const { page } = await openVisits(rollcall)
    await field(page, sayVisits.doctor).selectOption('Night Doctor')
    await shows(page, 'Zoe Last')
    await press(page, sayVisits.clear)
    await page.getByText('Appointments: 301', { exact: true }).waitFor()
    await print(page)
    expect(await page.locator('.call-list tbody strong').count()).toBe(301)
  })
})
