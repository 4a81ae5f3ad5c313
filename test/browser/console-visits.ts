import type { Page } from 'playwright-core'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import type { NotificationLine } from '../../src/systems/import/history-line.ts'
import type { State } from '../../src/visits/state.ts'
import { entity, notification } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { takeComputer } from './chromium.ts'
import { brokenChannel } from './console.ts'
import { watchForeign } from './front-desk.ts'
import { enterBy } from './sign-in-link.ts'
import { visitOf } from './work.ts'

export const sayVisits = wordsOf('visits', 'en')

/** A visit of history, in a state. It has no addresses. */
interface Past {
  id: string
  name: string
  /** The start, on 30 March by default. */
  when: string
  state: State
  params?: Record<string, string>
  target?: string
  born?: string
}

const utc = (when: string) => new Date(when).toISOString()

/** Stores visits in their states, as after a day. */
export async function givenVisits({ given, database }: Rollcall, visits: Past[]) {
  const line = ({ id, name, when, params, target = 'appointment', born }: Past): NotificationLine =>
    notification({
      id,
      external_id: `A-${id}`,
      target,
      params: { ...params, when: utc(when), event_date: utc(when) },
      contact: { external_id: `P-${id}`, name, ...(born && { birth_date: born }) },
    })
  await given(...visits.map(line))
  for (const [state, some] of Map.groupBy(visits, (one) => one.state)) {
    const ids = some.map(({ id }) => id)
    await database.updateTable('notifications').set({ state }).where('notification_id', 'in', ids).execute()
  }
}

/** Boots a clinic whose clock is on Monday, 30 March 2026, at 9:00. Its visits are on that day and in its week. */
export async function bootWithVisits(): Promise<Rollcall> {
  const rollcall = await bootRollcall()
  await rollcall.given(entity())
  await visitOf(rollcall, { name: 'Tiago Nunes', uid: '+351912000001', when: '2026-03-30T11:30:00+01:00' })
  await rollcall.deliver({ mobile: brokenChannel })
  const eva = { name: 'Eva Lopes', uid: '+351912345678', when: '2026-04-01T09:30:00+01:00', birth_date: '1980-02-29' }
  const confirmed = await visitOf(rollcall, eva)
  const wishing = await visitOf(rollcall, {
    name: 'Rui Costa',
    uid: '+351912000003',
    when: '2026-03-30T12:00:00+01:00',
  })
  await rollcall.deliver()
  await confirmed.answer('confirm')
  await wishing.answer('reschedule', 'Mondays')
  const at = (time: string) => `2026-03-30T${time}:00+01:00`
  const reis = { doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' }
  const silva = { doctor: 'Zulmira Silva', doctor_expertise: 'Dermatologia' }
  await givenVisits(rollcall, [
    { id: 'early', name: 'João Ávila', when: at('08:30'), state: 'arrived', params: reis, born: '1951-07-04' },
    { id: 'late', name: 'Inês Faria', when: at('08:45'), state: 'confirmed', params: silva },
    {
      id: 'exam',
      name: 'Maria da Conceição Magalhães de Sá',
      when: at('10:00'),
      state: 'confirmed',
      target: 'exam',
      params: { exam: 'Ultrassom', place: 'Sala 4' },
    },
    { id: 'gone', name: 'Ana Cruz', when: at('10:15'), state: 'cancelled', params: silva, born: '1990-12-01' },
    { id: 'open', name: 'Zé Pinto', when: at('14:00'), state: 'open', params: silva },
    { id: 'moved', name: 'Ana Moved', when: at('15:00'), state: 'superseded', params: silva },
    { id: 'old', name: 'Zé Pinto', when: '2026-03-02T09:00:00Z', state: 'no-show', params: reis },
  ])
  return rollcall
}

/** Boots a clinic with many visits on 30 March, a quarter of them of contacts called Ana, with ten doctors. */
export async function bootHospital(count: number): Promise<Rollcall> {
  const rollcall = await bootRollcall()
  const { database } = rollcall
  await rollcall.given(entity())
  const each = Array.from({ length: 100 }, (_, index) => ({
    id: `v-${index}`,
    name: index % 4 ? `João Silva ${index}` : `Ana Sá ${index}`,
    state: 'open' as const,
    when: new Date(Date.UTC(2026, 2, 30, 7, index * 5)).toISOString(),
    params: { doctor: `Doctor ${index % 10}` },
  }))
  await givenVisits(rollcall, each)
  const visits = await database.selectFrom('notifications').selectAll().execute()
  for (let copy = 1; copy < count / each.length; copy++) {
    const copies = visits.map((one) => ({
      ...one,
      notification_id: `${one.notification_id}-${copy}`,
      starts_at: one.starts_at! + copy,
    }))
    await database.write((trx) => trx.insertInto('notifications').values(copies).execute())
  }
  return rollcall
}

interface OpenOptions {
  /** The part of the address that is about visits. */
  place?: Record<string, string>
  scopes?: Scope[]
  page?: Page
}

/** Opens the console, whose first part are the visits, on a computer whose clock is the service's. */
export async function openVisits(
  rollcall: Rollcall,
  {
    place = {},
    scopes = ['actions:read', 'notifications:read', 'actions:write', 'notifications:write'],
    page: given,
  }: OpenOptions = {},
) {
  const page = given ?? (await takeComputer())
  const origin = await rollcall.listen()
  const { token } = await rollcall.tokenFor({ name: 'reception', scopes, entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  const foreign = watchForeign(page, origin)
  await enterBy(page, `${origin}/console#${new URLSearchParams({ token, tab: 'visits', ...place })}`)
  await page.locator('.visits .list:not([aria-busy=true])').waitFor()
  return { page, origin, token, foreign }
}

/** The names of the rows. */
export const names = (page: Page) => page.locator('.rows .name').allInnerTexts()
export const row = (page: Page, name: string) => page.locator('.rows button.visit').filter({ hasText: name })
