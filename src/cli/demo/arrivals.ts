import { type Instant, minutes, parseInstant } from '../../platform/time/instant.ts'
import type { ExampleDays } from './example-days.ts'

type ExampleAnswer = ExampleDays['actions'][number]

/** How many contacts miss their visit, of those who had confirmed and of those who had not answered. Together with the others,
 *  6 to 9 % of the visits of a month are missed. */
const missedPercent = { confirmed: 7, silent: 24 } as const

/** Adds the arrivals that the example history lacks: in it, as many contacts miss their visit as come. */
export function withArrivals(days: ExampleDays, now: Instant): ExampleDays {
  const actionsOf = Map.groupBy(days.actions, ({ externalId }) => externalId)
  // A visit that the clinic moved has a notice for each start.
  const latest = new Map(days.notices.map((notice) => [notice.line.external_id, notice]))
  const arrivals = [...latest.values()].flatMap(({ at, line }): ExampleAnswer[] => {
    const actions = (actionsOf.get(line.external_id) ?? []).filter((one) => one.at >= at)
    const arrivedAt = parseInstant(line.params.when!)! - minutes(numberOf(line.external_id) % 12)
    if (arrivedAt > now - minutes(120) || !comes(line.external_id, actions)) return []
    return [{ at: arrivedAt, externalId: line.external_id, action: 'arrive' }]
  })
  return { ...days, actions: [...days.actions, ...arrivals] }
}

function comes(externalId: string, actions: ExampleAnswer[]): boolean {
  if (actions.some(({ action }) => action === 'arrive')) return false
  const last = actions.toSorted((one, other) => one.at - other.at).at(-1)
  if (last && last.action !== 'confirm') return false
  // Each doctor, and each weekday, has some.
  return (9 * numberOf(externalId)) % 100 >= missedPercent[last ? 'confirmed' : 'silent']
}

const numberOf = (externalId: string) => Number(externalId.replaceAll(/\D/g, ''))
