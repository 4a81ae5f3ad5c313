import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { HistoryLine } from './history-line.ts'

export type Sighting = 'new' | 'same' | 'other'

/** The keys and content hashes of the lines read so far. They are in an unnamed temporary database, so memory stays
 *  bounded for any length of history. */
export class Seen {
  readonly #database = new DatabaseSync('')
  readonly #insert
  readonly #select

  constructor() {
    this.#database.exec('pragma journal_mode = off; pragma synchronous = off')
    this.#database.exec('create table seen (key text primary key, content text not null) without rowid')
    this.#insert = this.#database.prepare('insert or ignore into seen values (?, ?)')
    this.#select = this.#database.prepare('select content from seen where key = ?')
  }

  /** Records a line. Returns `new`, `same` for a repeated line, or `other` for an existing id with other content. */
  record(line: HistoryLine): Sighting {
    const key = identityKeyOf(line)
    const content = hash('sha1', JSON.stringify(line), 'base64')
    if (this.#insert.run(key, content).changes === 1) return 'new'
    return this.#select.get(key)?.content === content ? 'same' : 'other'
  }

  hasEntity(id: string): boolean {
    return this.#select.get(identityKeyOf({ type: 'entity', id })) !== undefined
  }

  hasNotification(entity_id: string, id: string): boolean {
    return this.#select.get(identityKeyOf({ type: 'notification', entity_id, id })) !== undefined
  }

  close() {
    this.#database.close()
  }
}

type Identity = { type: string; entity_id?: string; id?: string; token?: string }

const identityKeyOf = ({ type, entity_id, id, token }: Identity) => JSON.stringify([type, entity_id, id ?? token])
