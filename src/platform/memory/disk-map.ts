import { DatabaseSync } from 'node:sqlite'

/** A map from text to text, in an unnamed temporary SQLite database. Memory stays bounded for any number of entries: a Map of
 *  300,000 keys makes the heap grow by 100 MiB. */
export class DiskMap {
  readonly #database = new DatabaseSync('')
  readonly #insert
  readonly #select

  constructor() {
    this.#database.exec('pragma journal_mode = off; pragma synchronous = off')
    this.#database.exec('create table entries (key text primary key, value text not null) without rowid')
    this.#insert = this.#database.prepare('insert or ignore into entries values (?, ?)')
    this.#select = this.#database.prepare('select value from entries where key = ?')
  }

  /** Adds an entry. If the key has one, keeps it and returns its value. */
  add(key: string, value: string): string | undefined {
    return this.#insert.run(key, value).changes === 1 ? undefined : this.get(key)
  }

  get(key: string): string | undefined {
    return this.#select.get(key)?.value as string | undefined
  }

  [Symbol.dispose]() {
    this.#database.close()
  }
}
