import type { Client, SourceLag } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { counted, daysOf, filtersOf, isDealtWith, keyOf, type Worklist } from './worklists.ts'

const none: SourceLag[] = []

/** Counts the lists in the service, and reads how far the clinic's systems are behind. A list without a count could not be counted
 *  yet: the list itself says that the service cannot be reached. */
export function useCounts(today: string, nextDay: string | undefined, generation: number) {
  const { entity } = useSignedIn().session
  const lag = useLoaded(entity.id, (client) => client.lag(entity.id), generation)
  const systems = lag.found ?? none
  const count = (client: Client, list: Worklist) => {
    const { from, to } = daysOf({ ...list, nextDay }, today)
    return list.name === 'texts'
      ? client.countReplies(entity.id, from, to, { read: 'false' })
      : client.countVisits(entity.id, from, to, filtersOf(list))
  }
  const { found, show } = useLoaded<Partial<Record<string, number>>>(
    entity.id,
    async (client) => {
      const counts = counted.map(async (list) => [keyOf(list), await count(client, list)] as const)
      return Object.fromEntries(await Promise.all(counts))
    },
    `${generation} ${today} ${nextDay}`,
  )
  return {
    systems,
    counts: { ...(lag.found && notApplied(systems)), ...found },
    setCount: (list: Worklist, count: number) =>
      !isDealtWith(list.part) && show((before) => ({ ...before, [keyOf(list)]: count })),
  }
}

function notApplied(systems: SourceLag[]) {
  const sum = (countOf: (one: SourceLag) => number) => systems.reduce((total, one) => total + countOf(one), 0)
  return {
    [keyOf({ name: 'not-applied', part: 'todo' })]: sum(({ failed, resent }) => failed - resent),
    [keyOf({ name: 'not-applied', part: 'resent' })]: sum(({ resent }) => resent),
  }
}
