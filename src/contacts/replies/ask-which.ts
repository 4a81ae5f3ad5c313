import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { AnswerName } from '../../visits/plugins/plugin.ts'
import type { Notice } from './notices.ts'

// Contacts reply with one digit.
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Numbers the notices that an answer may be for. A notice keeps its number from an earlier question, which the
 *  contact still sees. Other notices get free numbers. */
export async function numberNotices(
  trx: Transaction<Schema>,
  notices: Notice[],
  choices: Notice[],
  action: AnswerName,
  now: Instant,
) {
  const taken = new Set(notices.map(({ asked }) => asked?.number))
  const free = digits.filter((digit) => !taken.has(digit))
  for (const { entity, deliveryId, asked } of choices) {
    const number = asked?.number ?? free.shift()
    if (number === undefined) continue
    await trx
      .updateTable('deliveries')
      .set({ asked_number: number, asked_action: action, asked_at: now })
      .where('entity_id', '=', entity.id)
      .where('delivery_id', '=', deliveryId)
      .execute()
  }
}
