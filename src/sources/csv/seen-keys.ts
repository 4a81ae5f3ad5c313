import { DatabaseSync } from 'node:sqlite'

/** The keys that were read so far, with their lines. They are in an unnamed temporary database, so memory stays bounded for any
 *  length of file: a Map of 300,000 keys makes the heap grow by 100 MiB more. */
export class SeenKeys {
  readonly #database = new DatabaseSync('')
  readonly #insert
  readonly #select

  constructor() {
    this.#database.exec('pragma journal_mode = off; pragma synchronous = off')
    this.#database.exec('create table seen (key text primary key, line integer not null) without rowid')
    this.#insert = this.#database.prepare('insert or ignore into seen values (?, ?)')
    this.#select = this.#database.prepare('select line from seen where key = ?')
  }

  /** Records a key. Returns the line on which it was before. */
  record(key: string, line: number): number | undefined {
    if (this.#insert.run(key, line).changes === 1) return undefined
    return this.#select.get(key)!.line as number
  }

  [Symbol.dispose]() {
    this.#database.close()
  }
}
