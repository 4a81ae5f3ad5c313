import { type Static, Type } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { notificationStates, states } from '../../visits/state.ts'
import { arrivalWindow } from './arrival-window.ts'
import { findToken, requireInForce, type VisitReference } from './find-checkin.ts'

const arrivalStates = ['possible', 'arrived', 'too-early', 'too-late'] as const

/** Whether an arrival can be marked, and if not, why. */
export const ArrivalStatus = Type.Object(
  {
    state: Type.Enum(arrivalStates, { description: 'The outcome that a POST would have now.' }),
    arrived_at: Type.Optional(Type.String({ description: 'When the arrival was marked, in UTC.' })),
    notification_state: Type.Enum(notificationStates, {
      description: 'The state of the notification: the contact may have cancelled, or want another time.',
    }),
    window_opens_at: Type.Optional(Type.String({ description: 'When the arrival can first be marked, in UTC.' })),
    window_closes_at: Type.Optional(
      Type.String({ description: 'When the time to mark the arrival ends, in UTC. This instant is too late.' }),
    ),
  },
  {
    $id: 'ArrivalStatus',
    description: 'Whether an arrival can be marked.',
    examples: [
      {
        state: 'possible',
        notification_state: 'confirmed',
        window_opens_at: '2026-03-30T07:30:00.000000+00:00',
        window_closes_at: '2026-03-30T10:30:00.000000+00:00',
      },
    ],
  },
)
export type ArrivalStatus = Static<typeof ArrivalStatus>

/** Returns the id of a visit's notification, and the status of its arrival.
 *  @throws Problem checkin-not-found, checkin-expired, checkin-revoked, notification-not-found, notification-ended */
export async function arrivalStatus(
  database: Database,
  entityId: string,
  visit: VisitReference,
  now: Instant,
): Promise<{ id: string; status: ArrivalStatus }> {
  const id =
    'id' in visit ? visit.id : requireInForce(await findToken(database, entityId, visit.token), now).notification_id
  const row = await database
    .selectFrom('notifications')
    .select(['entity_id', 'category', 'target', 'params', 'state', 'arrived_at'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('notification-not-found')
  const { params, state, arrived_at } = row
  if ('id' in visit && !states[state].isCurrent) throw new Problem('notification-ended')
  const window = await arrivalWindow(database, { ...row, params: JSON.parse(params) })
  const status: ArrivalStatus = {
    ...(arrived_at === null
      ? { state: stateAt(now, window) }
      : { state: 'arrived', arrived_at: formatInstant(arrived_at) }),
    notification_state: state,
    ...(window && { window_opens_at: formatInstant(window.opens), window_closes_at: formatInstant(window.closes) }),
  }
  return { id, status }
}

const stateAt = (now: Instant, window: { opens: Instant; closes: Instant } = { opens: now, closes: Infinity }) =>
  now < window.opens ? 'too-early' : now >= window.closes ? 'too-late' : 'possible'
