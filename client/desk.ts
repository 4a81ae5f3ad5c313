import type { ActionRecord } from '../src/actions/action.ts'
import type { ArrivalStatus } from '../src/checkin/arrival-status.ts'
import type { CheckinRecord } from '../src/checkin/checkin-record.ts'
import type { ToldAnswer } from '../src/notifications/lifecycle/told-answer.ts'
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
  arrival(entityId: string, token: string): Promise<ArrivalStatus>
  /** Marks the arrival and returns the record of the action. With `attempt`, an earlier call may have marked it. */
  arrive(entityId: string, token: string, attempt?: ArrivalAttempt): Promise<ActionRecord>
  /** Reverses the arrival and returns the record of the action. */
  annul(entityId: string, token: string, reason: string): Promise<ActionRecord>
  /** Like `arrival`, `arrive` and `annul`, for a contact without a QR code: by the id of the notification. */
  arrivalById(entityId: string, id: string): Promise<ArrivalStatus>
  arriveById(entityId: string, id: string, attempt?: ArrivalAttempt): Promise<ActionRecord>
  annulById(entityId: string, id: string, reason: string): Promise<ActionRecord>
  /** Records an answer that the contact gave by telephone or at the desk. */
  answer(entityId: string, id: string, answer: ToldAnswer): Promise<NotificationStatus>
  /** Marks the contact's request for another time as dealt with, or removes the mark. */
  done(entityId: string, id: string, done: boolean): Promise<NotificationStatus>
}

export const deskMethods = ({ askJson, address }: Connection): DeskMethods => ({
  checkin: (entityId, token) => askJson(entityId, address('checkin', 'bytoken', entityId, token)),
  arrival: (entityId, token) => askJson(entityId, address('checkin', 'bytoken', entityId, token, 'arrival')),
  arrive: (entityId, token, attempt) =>
    askJson(entityId, address('checkin', 'bytoken', entityId, token, 'arrival'), arrivalOf(attempt)),
  annul: (entityId, token, reason) =>
    askJson(entityId, address('checkin', 'bytoken', entityId, token, 'arrival', 'annulment'), {
      change: { body: { reason } },
    }),
  arrivalById: (entityId, id) => askJson(entityId, address('notifications', entityId, id, 'arrival')),
  arriveById: (entityId, id, attempt) =>
    askJson(entityId, address('notifications', entityId, id, 'arrival'), arrivalOf(attempt)),
  annulById: (entityId, id, reason) =>
    askJson(entityId, address('notifications', entityId, id, 'arrival', 'annulment'), {
      change: { body: { reason } },
    }),
  answer: (entityId, id, answer) =>
    askJson(entityId, address('notifications', entityId, id, 'answer'), { change: { body: answer } }),
  done: (entityId, id, done) =>
    askJson(entityId, address('notifications', entityId, id, 'done'), { change: { method: 'PUT', body: { done } } }),
})

function arrivalOf({ key, ...details }: ArrivalAttempt = {}) {
  const body = { ...details, ...(details.reason !== undefined && { force: true }) }
  return { change: { ...(key !== undefined && { key }), ...(Object.keys(body).length > 0 && { body }) } }
}
