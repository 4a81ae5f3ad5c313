import type { NotificationStatus, TemplateKey } from '../../../../client/client.ts'
import { remindedStates } from '../../../../client/states.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { firstOf } from '../../lists/first-of.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { addDays } from '../../time/clinic-time.ts'
import { useToday } from '../../time/use-today.ts'

const daysAhead = 31

/** Finds the next visit that a message could be about. Undefined while it is unknown, and null if there is none, or this person may
 *  not see it. */
export function useNextVisit({ category, target }: TemplateKey): NotificationStatus | null | undefined {
  const { session, time } = useSignedIn()
  const { entity } = session
  const today = useToday(time)
  const filters = { test: 'false' as const, target: [target], state: [...remindedStates, 'imported' as const] }
  const { found, error } = useLoaded(`${entity.id}/${category}/${target}/${today}`, (client) =>
    firstOf(client.visits(entity.id, addDays(today, 1), addDays(today, daysAhead), filters, 1), 1),
  )
  if (error !== undefined) return null
  return found && (found.find((visit) => visit.category === category) ?? null)
}
