export interface Row {
  [column: string]: string
}

/** What Express asks its database: `node:sqlite` answers at once, `pg` later. */
export interface Rows {
  credential(tokenHash: string): Row[] | Promise<Row[]>
  actions(entityId: string, from: string, to: string): Row[] | Promise<Row[]>
  checkin(entityId: string, tokenHash: string): Row[] | Promise<Row[]>
}
