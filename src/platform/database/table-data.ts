import type { Microseconds } from '../time/instant.ts'
import type { Schema } from './schema.ts'

/** The kinds of data for which an entity sets how long the service keeps them after the visit. The end of `notifications` is the end
 *  of the others, too. */
export const keptKinds = ['notifications', 'messages', 'replies', 'notes'] as const
export type KeptKind = (typeof keptKinds)[number]

/** What a column holds about people.
 *  `contact`: personal data of the contact to whom the row belongs, also as a hash of it. They go with their row.
 *  `staff`: the name or the key of a person who works with the service.
 *  `none`: nothing about a person. Ids, and the clinic's keys of visits, count as nothing: they lead to a person only through the rows
 *  that they name. */
type ColumnData = 'contact' | 'staff' | 'none'

type Value = string | number | null

/** Personal data of the contact in a row that stays. */
export interface Cleared {
  /** What stays of a value when data of a kind are removed. A function returns the value itself if nothing goes. */
  remains: Value | ((value: string, removed: KeptKind) => Value)
  /** The kinds whose removal changes the column. */
  removedWith: readonly KeptKind[]
}

/** Declares a column whose row stays when its data are removed, for the figures and the feed.
 *  @param earlier the kinds whose removal changes it before that of `notifications` */
export const cleared = (remains: Cleared['remains'], ...earlier: Exclude<KeptKind, 'notifications'>[]): Cleared => ({
  remains,
  removedWith: [...earlier, 'notifications'],
})

/** How a row leads to the contact whose data it holds. The column in parentheses does it.
 *  `itself`: the row has the contact's key (`contact_external_id`).
 *  `contact`: the same, but it belongs to no visit: it goes with the contact.
 *  `notification`: by its notification (`notification_id`).
 *  `notification of log`: the same, in a table that is stored in the order of its log.
 *  `event`: by an event of the entity's log (`sequence`).
 *  `delivery`: by a delivery (`delivery_id`).
 *  `address`: by an address, which several contacts may share (`channel` and `uid`).
 *  `notification or address`: by its notification, or if it has none, by its address.
 *  `address in name`: by an address in a text, as `name` of a change of an opt-out. */
type WayToContact =
  | 'itself'
  | 'contact'
  | 'notification'
  | 'notification of log'
  | 'event'
  | 'delivery'
  | 'address'
  | 'notification or address'
  | 'address in name'

type Columns<Name extends keyof Schema, Data> = Record<keyof Schema[Name], Data>

/** Rows that are of no use after a time, without a setting. The nightly deletion deletes them. */
interface Ends<Name extends keyof Schema> {
  /** The column with the instant from which the time counts. */
  column: string & keyof Schema[Name]
  after: Microseconds
}

/** Rows that stay without their personal data. */
interface ClearedRows<Name extends keyof Schema> {
  foundBy: WayToContact
  removal: 'clear'
  columns: Columns<Name, Exclude<ColumnData, 'contact'> | Cleared>
}

/** Rows that are deleted. */
interface DeletedRows<Name extends keyof Schema> {
  foundBy: WayToContact
  removal: 'delete'
  /** The kind whose removal deletes them. `until erasure`: only the erasure of the contact deletes them, such as an opt-out, which
   *  the clinic must respect as long as it may write to the address. */
  kept: KeptKind | 'until erasure'
  ends?: Ends<Name>
  columns: Columns<Name, ColumnData>
}

/** Rows that a removal does not change. They hold no contact's data; or they cannot be found by contact, and the service deletes them
 *  within a day; or they are a request about a contact, such as an erasure, and have the contact's key until it is fulfilled. */
interface OtherRows<Name extends keyof Schema> {
  foundBy: 'no contact' | 'short-lived' | 'request'
  ends?: Ends<Name>
  columns: Columns<Name, ColumnData>
}

/** Declares the personal data of a table, and how a removal changes its rows. Each `table.ts` has one beside the table's schema. */
export type TableData<Name extends keyof Schema> = ClearedRows<Name> | DeletedRows<Name> | OtherRows<Name>
