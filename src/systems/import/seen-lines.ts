import { hash } from 'node:crypto'
import { DiskMap } from '../../platform/memory/disk-map.ts'
import type { HistoryLine } from './history-line.ts'

export type Sighting = 'new' | 'same' | 'other'

/** The keys and content hashes of the lines read so far. */
export class SeenLines {
  readonly #lines = new DiskMap()

  /** Records a line. Returns `new`, `same` for a repeated line, or `other` for an existing id with other content. */
  record(line: HistoryLine): Sighting {
    const content = hash('sha1', JSON.stringify(line), 'base64')
    const earlier = this.#lines.add(identityKeyOf(line), content)
    if (earlier === undefined) return 'new'
    return earlier === content ? 'same' : 'other'
  }

  hasEntity(id: string): boolean {
    return this.#lines.get(identityKeyOf({ type: 'entity', id })) !== undefined
  }

  hasNotification(entity_id: string, id: string): boolean {
    return this.#lines.get(identityKeyOf({ type: 'notification', entity_id, id })) !== undefined
  }

  [Symbol.dispose]() {
    this.#lines[Symbol.dispose]()
  }
}

type Identity = { type: string; entity_id?: string; id?: string; token?: string }

const identityKeyOf = ({ type, entity_id, id, token }: Identity) => JSON.stringify([type, entity_id, id ?? token])
