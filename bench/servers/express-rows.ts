export interface Row {
  [column: string]: string
}

/** The queries of the Express server. `node:sqlite` is synchronous, `pg` is not. */
export interface Rows {
  credential(tokenHash: string): Row[] | Promise<Row[]>
  actions(entityId: string, from: string, to: string): Row[] | Promise<Row[]>
  checkin(entityId: string, tokenHash: string): Row[] | Promise<Row[]>
}
