import type { Transaction } from 'kysely'
import type { AnswerName } from '../answers/answer.ts'
import type { Schema } from '../database/schema.ts'
import type { Notice } from './notices.ts'

// A text has room for few, and a number is one digit.
const mostChoices = 5

/** Numbers the notices that an answer may be meant for, in their order; older numbers mean nothing any more. */
export async function numberNotices(
  trx: Transaction<Schema>,
  notices: Notice[],
  choices: Notice[],
  action: AnswerName,
) {
  for (const notice of notices.filter(({ asked }) => asked)) await setNumber(trx, notice, null, null)
  for (const [index, notice] of choices.slice(0, mostChoices).entries()) await setNumber(trx, notice, index + 1, action)
}

const setNumber = (
  trx: Transaction<Schema>,
  { entity, deliveryId }: Notice,
  asked_number: number | null,
  asked_action: AnswerName | null,
) =>
  trx
    .updateTable('deliveries')
    .set({ asked_number, asked_action })
    .where('entity_id', '=', entity.id)
    .where('delivery_id', '=', deliveryId)
    .execute()
