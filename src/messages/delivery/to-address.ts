import { type SqlBool, sql } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'

/** Whether a delivery in a statement is to the address. The channel is a literal: a generic plan cannot match a parameter to the
 *  partial index. */
export const isToAddress = (address: Address) =>
  sql<SqlBool>`deliveries.channel = ${sql.lit(address.channel)} and deliveries.compared_uid = ${comparedUid(address)}`
