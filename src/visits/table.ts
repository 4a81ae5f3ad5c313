import type { Generated } from 'kysely'
import { cleared, type TableData } from '../platform/database/table-data.ts'
import type { Instant } from '../platform/time/instant.ts'
import { clearedContact, clearedParams } from './cleared.ts'
import type { State } from './state.ts'

declare module '../platform/database/schema.ts' {
  interface Schema {
    notifications: {
      entity_id: string
      notification_id: string
      task_id: string
      external_id: string
      category: string
      target: string
      contact: string
      /** The contact's key in the clinic's own system, as in `contact`. */
      contact_external_id: string
      params: string
      files: string
      inferred_data: string
      state: Generated<State>
      created_at: Generated<Instant | null>
      answered_at: Generated<Instant | null>
      arrived_at: Generated<Instant | null>
      /** The contact's text with a request for another time. */
      wish: Generated<string | null>
      /** The other times that the clinic offers, as `writeSlots` writes them. */
      slots: Generated<string | null>
      /** The one of them that the contact takes, if the clinic agrees. */
      slot: Generated<Instant | null>
      /** The start and the end of the visit; null when the params do not contain the start. */
      starts_at: Generated<Instant | null>
      ends_at: Generated<Instant | null>
      /** The contact's name, birth date and telephones, and the keys, as `visitSearchText` writes them. */
      search: Generated<string | null>
      /** The digest of the completed visit that the client submitted last. Null in history. */
      digest: Generated<string | null>
      /** The digest of the raw item as submitted last, as `submittedDigest` writes it. */
      latest_submission: Generated<string | null>
      /** The client's version of the visit. */
      version: Generated<number | null>
      /** The notification of the same key that this one replaced: the visit was moved, or given to another contact. */
      supersedes: Generated<string | null>
      /** The notification that stands for the visit instead. History may contain several of a visit. */
      superseded_by: Generated<string | null>
      /** The name of the credential that answered for the contact, or marked the arrival. Null: the contact answered. */
      answered_by: Generated<string | null>
      arrived_by: Generated<string | null>
      /** Why staff forced the arrival. */
      arrived_reason: Generated<string | null>
      /** The state before the arrival, which an annulment restores. */
      arrived_from: Generated<State | null>
      /** The state before `no-show`, which the service restores if the clock was wrong. */
      missed_from: Generated<State | null>
      /** When staff dealt with the contact's request for another time, and the name of their credential. */
      done_at: Generated<Instant | null>
      done_by: Generated<string | null>
      /** When the clinic withdrew it, and the name of the credential. */
      withdrawn_at: Generated<Instant | null>
      withdrawn_by: Generated<string | null>
      /** The state before the clinic withdrew it, or another notification superseded it. */
      ended_from: Generated<State | null>
      /** When the service next looks whether a reminder, or the end of waiting for the contact, is due; 0: at once. Null: neither
       *  is to come. */
      next_due_at: Generated<Instant | null>
      /** Steps of the sequence that fell due until then are over. Null: those until now. */
      reminded_until: Generated<Instant | null>
      /** The local time of its start when the clinic submitted it, such as 2026-04-20T09:30. Null: the time-zone rules have not
       *  changed it since, or the clinic has decided. */
      recorded_time: Generated<string | null>
      /** The kinds of data that the nightly deletion has removed: a sum of `kindBits`. New data of a deleted kind set it to 0. */
      removed_kinds: Generated<number>
      /** Increases with every change of the visit, also when a new notification replaces this one. */
      revision: Generated<number>
      /** Whether a test token submitted it. It never changes. */
      test: Generated<0 | 1>
    }
  }
}

export const notificationsData = {
  foundBy: 'itself',
  removal: 'clear',
  columns: {
    entity_id: 'none',
    notification_id: 'none',
    task_id: 'none',
    external_id: 'none',
    category: 'none',
    target: 'none',
    contact: cleared(clearedContact),
    contact_external_id: cleared(''),
    params: cleared(clearedParams),
    files: cleared('[]'),
    inferred_data: cleared('{}'),
    state: 'none',
    created_at: 'none',
    answered_at: 'none',
    arrived_at: 'none',
    wish: cleared(null),
    slots: 'none',
    slot: 'none',
    starts_at: 'none',
    ends_at: 'none',
    search: cleared(null),
    digest: cleared(null),
    latest_submission: cleared(null),
    version: 'none',
    supersedes: 'none',
    superseded_by: 'none',
    answered_by: 'staff',
    arrived_by: 'staff',
    arrived_reason: cleared(null),
    arrived_from: 'none',
    missed_from: 'none',
    done_at: 'none',
    done_by: 'staff',
    withdrawn_at: 'none',
    withdrawn_by: 'staff',
    ended_from: 'none',
    next_due_at: 'none',
    reminded_until: 'none',
    recorded_time: 'none',
    removed_kinds: 'none',
    revision: 'none',
    test: 'none',
  },
} satisfies TableData<'notifications'>
