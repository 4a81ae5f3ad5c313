import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { setTime } from '../contact.ts'
import { expectAccessible, inspect } from './accessibility.ts'
import { browserTest } from './chromium.ts'
import { sayPlaces } from './places.ts'
import { openSettings, previewOf, saySettings } from './settings.ts'
import { bootWithWork, entry, openWork, press, sayWork } from './work.ts'

const sayTimeline = wordsOf('timeline', 'en')

describe('the settings', () => {
  browserTest(
    'show what a changed sequence and other quiet hours do, save them, and the plan of a visit has them',
    async () => {
      const rollcall = await bootWithWork()
      while ((await rollcall.remind()) > 0);
      const page = await openSettings(rollcall, 'reminders')
      await page.getByRole('button', { name: '2 days before' }).click()
      await page.getByLabel(saySettings.amount).fill('3')
      expect(await previewOf(page)).toBe('2 reminders earlier')
      await page.getByRole('button', { name: saySettings.save }).click()
      await page.getByText(saySettings.saved).waitFor()

      await page.getByRole('link', { name: saySettings.names['quiet-hours'] }).click()
      await page.getByText('Monday: quiet 00:00–08:00, 21:00–24:00').waitFor()
      await page.getByLabel(saySettings.from).fill('15:00')
      await page.getByLabel(saySettings.day, { exact: true }).fill('2026-04-01')
      await page.getByRole('button', { name: saySettings.addHoliday }).click()
      expect(await previewOf(page)).toContain('later')
      await page.getByRole('button', { name: saySettings.save }).last().click()
      await page.getByText(saySettings.saved).last().waitFor()
      expect((await rollcall.get('/v1/entities/clinica-lisboa/quiet-hours')).json()).toMatchObject({
        hours: [{ from: '15:00', to: '08:00' }],
        holidays: ['2026-04-01'],
      })

      await page.getByRole('link', { name: sayPlaces.work }).click()
      await page.getByRole('link', { name: new RegExp(`^${sayWork.lists.unanswered}`) }).click()
      await page.getByRole('link', { name: new RegExp(`^${sayWork.parts.week}`) }).click()
      await press(page, 'Ana Cruz', sayWork.openTimeline)
      const plan = page.getByRole('region', { name: sayTimeline.plan })
      // Three days before 15:15 on 3 April, in the quiet hours from 15:00.
      const reminder = plan.getByRole('listitem').filter({ hasText: '3 days before' })
      expect(await reminder.innerText()).toContain('It was due at 31 Mar 2026, 15:15')
    },
  )

  browserTest('propose public holidays, of which nothing is stored before a person saves', async () => {
    const rollcall = await bootWithWork()
    const page = await openSettings(rollcall, 'quiet-hours')
    const say = saySettings.publicHolidays
    const stored = async () => (await rollcall.get('/v1/entities/clinica-lisboa/quiet-hours')).json().holidays
    await page.getByText(say.title).click()
    // The clinic is in Portugal by its language.
    await page.getByRole('checkbox', { name: /^Saturday,? 25 April/ }).uncheck()
    await page.getByRole('combobox', { name: say.year }).selectOption('2027')
    await page.getByRole('checkbox', { name: /^Sunday,? 25 April/ }).waitFor()
    await page.getByRole('combobox', { name: say.country }).selectOption('DE')
    await page.getByRole('combobox', { name: say.region }).selectOption('BY-KATH')
    await page.getByRole('checkbox', { name: /^Sunday,? 15 August/ }).waitFor()
    await page.getByText(say.source).waitFor()
    await expectAccessible(page, 'public-holidays')
    await page.getByRole('checkbox', { name: /^Wednesday,? 6 January/ }).uncheck()
    await page.getByRole('button', { name: /^Add \d+ days$/ }).click()
    expect(await stored()).toEqual([])
    await page.getByRole('button', { name: saySettings.save }).last().click()
    await page.getByText(saySettings.saved).last().waitFor()
    expect(await stored()).toEqual(expect.arrayContaining(['2027-01-01', '2027-08-15', '2027-12-25']))
    expect(await stored()).not.toContain('2027-01-06')
  })

  browserTest('refuse what the service would refuse, and take a change back', async () => {
    const page = await openSettings(await bootWithWork(), 'reminders')
    const amount = page.getByLabel(saySettings.amount)
    await amount.fill('')
    await page.getByText(saySettings.faults.amount).waitFor()
    expect(await page.getByRole('button', { name: saySettings.save }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: saySettings.discard }).click()
    expect(await amount.inputValue()).toBe('7')
    const remove = page.getByRole('button', { name: saySettings.removeStep.replace('{number}', '1') })
    while ((await remove.count()) > 0) await remove.click()
    await page.getByText(saySettings.noSteps).waitFor()
    await page.getByRole('button', { name: saySettings.byDefault }).click()
    expect(await page.getByRole('button', { name: saySettings.save }).count()).toBe(0)
  })

  browserTest('remind of everything by one schedule, and of vaccinations by another one', async () => {
    const rollcall = await bootWithWork()
    const page = await openSettings(rollcall, 'reminders')
    const { schedules } = saySettings
    const targets = async () => {
      const { sequences } = (await rollcall.get('/v1/entities/clinica-lisboa/reminders')).json()
      return sequences.map((one: { target: string; steps: { before: string }[] }) => [
        one.target,
        ...one.steps.map(({ before }) => before),
      ])
    }
    const differs = page.getByRole('checkbox', { name: 'Vaccination' })
    await differs.click()
    await page.getByLabel(saySettings.amount).fill('9')
    await page.getByRole('button', { name: schedules.others }).click()
    await page.getByRole('button', { name: '2 days before' }).click()
    await page.getByLabel(saySettings.amount).fill('3')
    await inspect(page, 'settings-reminders-differing')
    const save = page.getByRole('button', { name: saySettings.save })
    await save.click()
    await page.getByText(saySettings.saved).waitFor()
    expect(await targets()).toEqual([
      ['appointment', 'P7D', 'P3D', 'PT3H'],
      ['exam', 'P7D', 'P3D', 'PT3H'],
      ['vaccination', 'P9D', 'P2D', 'PT3H'],
    ])
    await differs.click()
    await save.click()
    await page.getByText(saySettings.saved).waitFor()
    expect((await targets()).map(([, ...steps]: string[]) => steps)).toEqual(Array(3).fill(['P7D', 'P3D', 'PT3H']))
  })

  browserTest('say how messages are sent: addresses in turn, limits, a message about a missed visit', async () => {
    const rollcall = await bootWithWork()
    const say = saySettings.sending
    const page = await openSettings(rollcall, 'sending')
    await page.getByLabel(say.fallback).selectOption('PT4H')
    await page.getByLabel(say.noShow).check()
    await page
      .getByLabel(say.per_day.replace('{channel}', wordsOf('console', 'en').console.channels.mobile))
      .fill('500')
    await page.getByRole('button', { name: saySettings.save }).click()
    await page.getByText(say.saved).waitFor()
    await inspect(page, 'settings-sending')
    expect((await rollcall.get('/v1/entities/clinica-lisboa/settings')).json()).toEqual({
      fallback: { after: 'PT4H' },
      no_show_message: true,
      limits: [{ channel: 'mobile', per_day: 500 }],
    })
  })

  browserTest('say what shorter periods delete, and store them', async () => {
    const rollcall = await bootWithWork()
    const say = saySettings.retention
    const page = await openSettings(rollcall, 'retention')
    await page.getByLabel(say.kinds.messages).selectOption('P1Y')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByLabel(say.kinds.notifications).selectOption('P90D')
    await page.getByText(say.longer).waitFor()
    await page.getByLabel(say.kinds.messages).selectOption('P30D')
    await page.getByLabel(say.kinds.replies).selectOption('')
    const deletes = say.deletes.replace('{kind}', say.kinds.messages).replace('{day}', '28 Feb 2026')
    await page.getByRole('alert').getByText(deletes).waitFor()
    await inspect(page, 'settings-retention')
    await page.getByRole('button', { name: saySettings.save }).click()
    await page.getByText(say.saved).waitFor()
    expect((await rollcall.get('/v1/entities/clinica-lisboa/retention')).json()).toEqual({
      notifications: 'P90D',
      messages: 'P30D',
      replies: null,
      notes: null,
    })
  })

  browserTest('are only for a token with the scope admin', async () => {
    const { page } = await openWork(await bootWithWork())
    expect(await page.getByRole('link', { name: sayPlaces.settings }).count()).toBe(0)
  })

  for (const section of ['reminders', 'quiet-hours'] as const)
    browserTest(`have no accessibility violation, and fit every screen and language: ${section}`, async () => {
      const page = await openSettings(await bootWithWork(), section)
      if (section === 'reminders') await page.getByLabel(saySettings.amount).first().fill('8')
      else await page.getByLabel(saySettings.from).fill('20:00')
      await previewOf(page)
      await inspect(page, `settings-${section}`)
    })
})

describe('the timeline of a visit', () => {
  browserTest('sends a reminder, and asks by night whether it waits', async () => {
    const rollcall = await bootWithWork()
    setTime(rollcall, '2026-03-30T21:00:00Z')
    const { page } = await openWork(rollcall, { list: 'unanswered', part: 'week' })
    await press(page, 'Ana Cruz', sayWork.openTimeline)
    await page.getByRole('button', { name: sayTimeline.sendAgain }).click()
    await page.getByText(sayTimeline.quiet.replace('{at}', '31 Mar 2026, 08:00')).waitFor()
    // So that the button at the end covers nothing.
    await page.setViewportSize({ width: 1440, height: 2000 })
    await expectAccessible(page, 'timeline')
    await page.getByRole('button', { name: sayTimeline.sendNow }).click()
    await page.getByText(sayTimeline.sent).waitFor()
    await page
      .getByRole('region', { name: sayTimeline.title })
      .getByText(wordsOf('console', 'en').messages.kinds.reminder)
      .waitFor()
    await page.getByRole('button', { name: sayTimeline.sendAgain }).click()
    await page.getByRole('button', { name: sayTimeline.sendNow }).click()
    await page.getByText(sayTimeline.remindedRecently).waitFor()
  })
})

browserTest('the list of contacts who did not come shrinks as staff mark them as done', async () => {
  const rollcall = await bootWithWork()
  setTime(rollcall, '2026-03-31T20:00:00Z')
  while ((await rollcall.remind()) > 0);
  const { page } = await openWork(rollcall, { list: 'no-show' })
  await press(page, 'Rui Costa', sayWork.marks.done)
  await entry(page, 'Rui Costa').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: sayWork.parts.done }).click()
  await entry(page, 'Rui Costa').waitFor()
})
