import { hours, systemClock } from '../src/instant.ts'
import { fillDatabase } from './dataset.ts'
import { atMost, type Figure } from './report.ts'
import { inRounds, median, medianOf, type Pace } from './rounds.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'

const visits = 1_000
const maxShare = 1 / 3
const clinic = { id: 'clinica-lisboa', days: 0, perDay: 0, checkins: 0 }

/** Measures a task of 1,000 unchanged visits against a task of as many new ones. */
export async function measureResubmission({ engine }: Databases, pace: Pace): Promise<Figure> {
  const url = await engine.create('resubmission')
  const { accessToken } = (await fillDatabase(engine, url, [clinic]))[0]!
  const server = await startRollcall(url, { path: '/livez', headers: {} })
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  let task = 0

  /** Returns milliseconds. */
  async function submit(outcome: string): Promise<number> {
    const sent = performance.now()
    const body = taskOf(task)
    const response = await fetch(`${server.origin}/v1/notifications/${clinic.id}`, { method: 'POST', headers, body })
    const { notifications } = (await response.json()) as { notifications: { outcome: string }[] }
    const took = performance.now() - sent
    if (!notifications.every((one) => one.outcome === outcome)) throw new Error(`not every visit is ${outcome}`)
    return took
  }

  const contestants = {
    created: () => {
      task++
      return submit('created')
    },
    unchanged: () => submit('unchanged'),
  }
  try {
    await inRounds(3, contestants)
    const rounds = await inRounds(pace.rounds * 3, contestants)
    const share = median(rounds.map(({ created, unchanged }) => unchanged / created))
    const ms = (name: 'created' | 'unchanged') => `${medianOf(rounds, name).toFixed(0)} ms`
    return {
      work: 'a task of 1,000 unchanged visits, against one of 1,000 new ones',
      rollcall: `${ms('unchanged')}; new ${ms('created')}`,
      absolute: [atMost(share, maxShare, (ratio) => `${ratio.toFixed(2)}×`)],
    }
  } finally {
    await server.stop()
    await engine.drop('resubmission')
  }
}

/** A task of visits in two days, whose notices are sent tomorrow: the service sends nothing during the benchmark. */
function taskOf(task: number): string {
  const day = Math.floor(systemClock.now() / hours(24)) * hours(24)
  const instant = (at: number) => new Date(at / 1_000).toISOString()
  const notifications = Array.from({ length: visits }, (_, index) => ({
    external_id: `MARCACAO-${task}-${index}`,
    contact: { external_id: `UTENTE-${index}`, name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
    addresses: [{ channel: 'mobile', uid: `91${String((task * visits + index) % 10_000_000).padStart(7, '0')}` }],
    params: { when: instant(day + hours(72)), doctor: 'Ana Reis', doctor_external_id: 'MEDICO-7' },
    send_at: instant(day + hours(48)),
  }))
  return JSON.stringify({ category: 'medical', target: 'appointment', notifications })
}
