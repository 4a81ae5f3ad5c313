import type { Transaction } from 'kysely'
import type { deskActions } from '../../log/actions/action.ts'
import { actionRow, recordAction } from '../../log/events/record-action.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { Notification } from '../../visits/notification.ts'

interface DeskAction {
  action: (typeof deskActions)[number]
  /** The name of the credential. */
  by: string
  reason?: string
}

export interface DeskRecord {
  /** The action record, as JSON. */
  record: string
  sequence: number
}

/** Records an action of the desk. There, the uid of a contact is its key in the clinic's own system. */
export async function recordAtDesk(
  trx: Transaction<Schema>,
  notification: Notification,
  action: DeskAction,
  now: Instant,
): Promise<DeskRecord> {
  const source = { at: now, channel: 'desk', uid: notification.contact.external_id }
  const row = actionRow(newId(), { ...source, ...action }, notification)
  return { record: row.record, sequence: await recordAction(trx, notification.entity_id, row) }
}
