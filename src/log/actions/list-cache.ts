import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { NotedContacts } from '../../platform/privacy/noted-contacts.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { ActionRange } from './action-range.ts'

/** A whole list: its range, and the entity's latest action and its number of removals when the list was read. */
export type WholeList = Omit<ActionRange, 'rows' | 'fromKey' | 'toKey'> & {
  latestAt: Instant | null
  redactions: number
}

export interface CachedBody {
  body: Uint8Array
  contacts: NotedContacts
}

interface CachedList extends CachedBody {
  /** The list is exact up to this action. */
  snapshot: number
  latestAt: Instant | null
}

// After more actions, a list is read again. On SQLite, checking an action takes 0.2 µs, and reading a record 1 µs.
export const maxNewActions = 256
// For the key, the entry and the cache's own arrays. An id of a contact's notification has 36 characters.
const bytesPerEntry = 500
const bytesPerId = 60
// Twice as many lists of a day as the cache holds. More of them would be evicted before they are used.
const bytesPerRequestedKey = 5_000

/** Finished lists, as bytes in one media type and encoding. A list is used only if it is exact: either its entity has no
 *  later action, or none of the later ones is in its range. The cache relies on two properties of actions: none changes
 *  without a removal that the entity counts, and each gets the next sequence of its entity. */
export class ListCache {
  readonly #lists: LRUCache<string, CachedList>
  /** The keys of the lists that were requested lately. */
  readonly #requested: LRUCache<string, true>
  readonly #metrics: Metrics

  /** @param maxBytes must be positive */
  constructor(maxBytes: number, metrics: Metrics) {
    const sizeCalculation = ({ body, contacts: { ids } }: CachedList) =>
      body.length + bytesPerEntry + bytesPerId * (ids?.length ?? 0)
    this.#lists = new LRUCache({ maxSize: maxBytes, sizeCalculation })
    this.#requested = new LRUCache({ max: Math.ceil(maxBytes / bytesPerRequestedKey) })
    this.#metrics = metrics
  }

  /** Returns the bytes of the list; undefined if the cache lacks them. */
  async find(database: Database, key: string, list: WholeList): Promise<CachedBody | undefined> {
    const cached = this.#lists.get(key)
    const isHit = cached !== undefined && (await isExact(database, cached, list))
    this.#metrics.cacheLookup(isHit)
    if (!isHit) return undefined
    // Meanwhile, a request may have read a later snapshot.
    if (list.snapshot > cached.snapshot) Object.assign(cached, latestOf(list))
    return cached
  }

  /** Records a request for a list. Returns whether the list is worth keeping: it was requested before. To read, send and free
   *  a list takes half the time of keeping it: V8 is slow to free memory outside its heap. */
  recordRequest(key: string): boolean {
    const isKnown = this.#lists.has(key) || this.#requested.has(key)
    this.#requested.set(key, true)
    return isKnown
  }

  keep(key: string, list: WholeList, { body, contacts }: CachedBody) {
    // `isExact` compares the instant of the latest action; without one, the cached list could never be validated.
    if (list.latestAt === null && list.snapshot > 0) return
    const cached = this.#lists.get(key)
    if (!cached || cached.snapshot <= list.snapshot)
      this.#lists.set(key, { body: copyToOwnBuffer(body), contacts, ...latestOf(list) })
  }
}

/** Returns the key of a list in one representation. */
export const keyOf = ({ entityId, redactions, fromAt, toAt }: WholeList, mediaType: string, encoding: string) =>
  `${entityId} ${redactions} ${fromAt} ${toAt} ${mediaType} ${encoding}`

/** Returns bytes that keep no larger buffer in memory. */
const copyToOwnBuffer = (body: Uint8Array) => (body.length < body.buffer.byteLength ? new Uint8Array(body) : body)

const latestOf = ({ snapshot, latestAt }: WholeList) => ({ snapshot, latestAt })

async function isExact(database: Database, cached: CachedList, list: WholeList): Promise<boolean> {
  const { snapshot: after, latestAt } = cached
  const newer = list.snapshot - after
  // After a failover that lost actions, later actions have taken their sequences.
  if (newer === 0) return latestAt === list.latestAt
  // A replica that lags has a smaller sequence.
  if (newer < 0 || newer > maxNewActions) return false
  const { entityId, fromAt, toAt, snapshot } = list
  const [changes] = await selectChanges(database, { entityId, fromAt, toAt, after, snapshot })
  return changes !== undefined && changes.at === latestAt && changes.later === null
}

/** Selects the instant of the action `after`, and an action between it and `snapshot` in the range. */
const selectChanges = prepared(
  (database, range: { entityId: string; fromAt: number; toAt: number; after: number; snapshot: number }) =>
    database
      .selectFrom('entities')
      .where('entity_id', '=', range.entityId)
      .select(({ selectFrom }) => [
        selectFrom('actions')
          .where('actions.entity_id', '=', range.entityId)
          .where('sequence', '=', range.after)
          .select('at')
          .as('at'),
        selectFrom('actions')
          .where('actions.entity_id', '=', range.entityId)
          .where('sequence', '>', range.after)
          .where('sequence', '<=', range.snapshot)
          .where('at', '>=', range.fromAt)
          .where('at', '<', range.toAt)
          .select('sequence')
          .limit(1)
          .as('later'),
      ]),
)
