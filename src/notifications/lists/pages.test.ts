import { expect } from 'vitest'
import { entity, notification } from '../../../test/history.ts'
import { byVisit, eachPage, serviceTest } from '../../../test/rollcall.ts'
import type { State } from '../../visits/state.ts'

const visits = 2_300
const names = ['João Silva', 'Eva Lopes', 'Rui Costa', 'Ana Ávila']
const states: State[] = ['open', 'confirmed', 'rescheduling', 'cancelled']

/** Returns the same numbers on every run: from 0 up to `below`. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

// The service scans 2,000 visits at a time for a filtered page, and reads records from the first match on.
serviceTest('the pages of a filtered list have each of its visits once, in order', async (rollcall) => {
  const { given, database, get } = rollcall
  const random = seeded(1)
  const lines = Array.from({ length: visits }, (_, index) => {
    // Many visits start at the same minute.
    const when = new Date(Date.parse('2026-03-30T06:00:00Z') + random(900) * 60_000).toISOString()
    const name = index === 2_222 ? 'Zoé Única' : names[random(names.length)]!
    return notification({
      id: `n-${index}`,
      external_id: `A-${index}`,
      params: { when, event_date: when },
      contact: { external_id: `P-${index}`, name },
    })
  })
  await given(entity(), ...lines)
  for (const state of states) {
    const ids = lines.filter(() => random(20) === 0).map(({ id }) => id)
    await database.updateTable('notifications').set({ state }).where('notification_id', 'in', ids).execute()
  }
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
  for (const query of [
    'q=silva',
    'q=unica',
    'q=nobody',
    'state=cancelled',
    'state=open&q=eva',
    'external_id=A-2222',
    '',
  ]) {
    const whole = idsOf((await get(byVisit('2026-03-30', '2026-03-30', `?${query}`))).json())
    const { count } = (await get(byVisit('2026-03-30', '2026-03-30', `/count?${query}`))).json()
    expect(count).toBe(whole.length)
    for (const limit of [1 + random(9), 200 + random(800), 1_000].filter((one) => whole.length / one < 60)) {
      const pages = await eachPage(rollcall, byVisit('2026-03-30', '2026-03-30', `?${query}&limit=${limit}`))
      expect(pages.flatMap((page) => idsOf(page.json()))).toEqual(whole)
    }
  }
})
