import type { Schema } from './schema.ts'

/** What a column holds about people.
 *  `contact`: personal data of the contact to whom the row belongs, also as a hash of it.
 *  `staff`: the name or the key of a person who works with the service.
 *  `none`: nothing about a person. Ids, and the clinic's keys of visits, count as nothing: they lead to a person only through the rows
 *  that they name. */
type ColumnData = 'contact' | 'staff' | 'none'

/** How a row leads to the contact whose data it holds. The column in parentheses does it.
 *  `itself`: the row has the contact's key (`contact_external_id`).
 *  `notification`: by its notification (`notification_id`).
 *  `event`: by an event of the entity's log (`sequence`).
 *  `delivery`: by a delivery (`delivery_id`).
 *  `address`: by an address, which several contacts may share (`channel` and `uid`).
 *  `address-in-name`: by an address in a text, as `name` of a change.
 *  `short-lived`: it cannot be found by contact; the service deletes it within a day.
 *  `no contact`: it holds no contact's data. */
export type WayToContact =
  | 'itself'
  | 'notification'
  | 'event'
  | 'delivery'
  | 'address'
  | 'address-in-name'
  | 'short-lived'
  | 'no contact'

/** What a table holds about people. Each `table.ts` declares it beside the schema of the table. */
export interface TableData<Name extends keyof Schema> {
  foundBy: WayToContact
  columns: Record<keyof Schema[Name], ColumnData>
}
