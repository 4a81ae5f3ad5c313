import type { Page } from 'playwright-core'
import { inspectStates } from './accessibility.ts'
import { bootWithVisits, openVisits, sayVisits } from './console-visits.ts'
import { sayWork } from './work.ts'

/** The states of the page, each with a place and the steps that lead to it. */
const states: Record<string, { place?: Record<string, string>; happens?(page: Page): Promise<unknown> }> = {
  'a day': {},
  'a search in a week': { place: { view: 'week', find: 'a' } },
  'by doctor': { place: { view: 'week', by: 'doctor' } },
  filtered: { place: { state: 'confirmed arrived', doctor: 'Ana Reis', reached: 'false' } },
  'a search': { place: { view: 'all', find: 'pinto' } },
  'a search without a word': { place: { view: 'all' } },
  'an empty day': { place: { date: '2026-03-15' } },
  'nothing found': { place: { find: 'zzz' } },
  'no connection': {
    happens: async (page) => {
      await page.context().setOffline(true)
      await page.clock.fastForward(31_000)
      await page.getByText(sayWork.failing).waitFor()
    },
  },
}

inspectStates('visits', states, async ({ place, happens }) => {
  const { page } = await openVisits(await bootWithVisits(), { place: { tab: 'visits', ...place } })
  await page.getByRole('searchbox', { name: sayVisits.find }).waitFor()
  await happens?.(page)
  return page
})
