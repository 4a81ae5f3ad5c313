import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface Page {
  table: string
  isLeaf: boolean
  number: number
  bytes: Buffer
}

/** Returns the pages of a closed SQLite database, with the names of their tables or indexes. */
export function pagesOf(file: string): Page[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('select name, pagetype, pageno, pgsize from dbstat order by pageno').all()
  database.close()
  const bytes = readFileSync(file)
  return rows.map((row) => {
    const [number, size] = [Number(row.pageno), Number(row.pgsize)]
    const isLeaf = row.pagetype === 'leaf'
    return { table: String(row.name), isLeaf, number, bytes: bytes.subarray((number - 1) * size, number * size) }
  })
}

/** Finds a leaf page of the table that contains rows of this entity, but not of the others, and is not next to theirs: a read of an
 *  entity's last row looks at the next page. */
export function pageOf(file: string, table: string, entityId: string, others: string[]): Page {
  const pages = pagesOf(file).filter(
    (page) =>
      page.table === table &&
      page.isLeaf &&
      page.bytes.includes(entityId) &&
      others.every((other) => !page.bytes.includes(other)),
  )
  return pages[pages.length >> 1]!
}

export function overwrite(file: string, { number, bytes: { length } }: Page, bytes = Buffer.alloc(length, 0xab)) {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, length, (number - 1) * length)
  closeSync(descriptor)
}
