import { currentCheckinToken } from '../../messages/check-in/issued-token.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { hasLostAccess, type OpenedLink } from './open-link.ts'
import { pageStates } from './page-states.ts'
import { phaseOf } from './phase.ts'

/** Returns the valid check-in token of the visit; undefined when the page shows none. */
export async function findCheckinToken(
  { database, secret, clock }: Pick<RouteContext, 'database' | 'secret' | 'clock'>,
  opened: OpenedLink,
): Promise<string | undefined> {
  const { state, entity, notification } = opened
  if (!pageStates[state].hasCheckin || hasLostAccess(opened) || phaseOf(opened, clock.now()) === 'pageExpired')
    return undefined
  return currentCheckinToken(database, secret, entity.id, notification.id, clock.now())
}
