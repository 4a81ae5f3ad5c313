import type { ActionRecord } from '../src/log/actions/action.ts'
import type { ArrivalStatus } from '../src/messages/check-in/arrival-status.ts'
import type { CheckinRecord } from '../src/messages/check-in/checkin-record.ts'
import type { VisitReference } from '../src/messages/check-in/find-checkin.ts'
import type { StaffAnswer } from '../src/notifications/lifecycle/staff-answer.ts'
import type { NotificationStatus } from '../src/notifications/status/status.ts'
import type { Connection } from './connection.ts'

/** An attempt to mark an arrival. */
export interface ArrivalAttempt {
  /** The Idempotency-Key of all its requests; random by default. */
  key?: string
  /** When the contact arrived (RFC 3339), for an arrival that is sent later. */
  at?: string
  /** Forces the arrival: marks it outside of its window, and with a code that is no longer valid. */
  reason?: string
}

export interface DeskMethods {
  /** Returns the appointment of a check-in token. */
  checkin(entityId: string, token: string): Promise<CheckinRecord>
  /** Returns whether the arrival can be marked. */
  arrival(entityId: string, visit: VisitReference): Promise<ArrivalStatus>
  /** Marks the arrival and returns the record of the action. With `attempt`, an earlier call may have marked it. */
  arrive(entityId: string, visit: VisitReference, attempt?: ArrivalAttempt): Promise<ActionRecord>
  /** Reverses the arrival and returns the record of the action. */
  annul(entityId: string, visit: VisitReference, reason: string): Promise<ActionRecord>
  /** Records an answer that the contact gave by telephone or at the desk. */
  answer(entityId: string, id: string, answer: StaffAnswer): Promise<NotificationStatus>
  /** Marks the contact's request for another time as dealt with, or removes the mark. With `seen`, only while the contact has
   *  that wish (null: none) and has taken that time. */
  done(
    entityId: string,
    id: string,
    done: boolean,
    seen?: { wish: string | null; slot?: string | undefined },
  ): Promise<NotificationStatus>
}

export const deskMethods = ({ askJson, address }: Connection): DeskMethods => ({
  checkin: (entityId, token) => askJson(entityId, address('checkin', 'bytoken', entityId, token)),
  arrival: (entityId, visit) => askJson(entityId, address(...pathOf(entityId, visit))),
  arrive: (entityId, visit, attempt) => askJson(entityId, address(...pathOf(entityId, visit)), arrivalOf(attempt)),
  annul: (entityId, visit, reason) =>
    askJson(entityId, address(...pathOf(entityId, visit), 'annulment'), { change: { body: { reason } } }),
  answer: (entityId, id, answer) =>
    askJson(entityId, address('notifications', entityId, id, 'answer'), { change: { body: answer } }),
  done: (entityId, id, done, seen) =>
    askJson(entityId, address('notifications', entityId, id, 'done'), {
      change: { method: 'PUT', body: { done, ...seen } },
    }),
})

/** The path of an arrival, by the check-in token or by the id of the notification. */
const pathOf = (entityId: string, visit: VisitReference) =>
  'token' in visit
    ? ['checkin', 'bytoken', entityId, visit.token, 'arrival']
    : ['notifications', entityId, visit.id, 'arrival']

function arrivalOf({ key, ...details }: ArrivalAttempt = {}) {
  const body = { ...details, ...(details.reason !== undefined && { force: true }) }
  return { change: { ...(key !== undefined && { key }), ...(Object.keys(body).length > 0 && { body }) } }
}
