import { Problem } from '../errors/errors.ts'

/** The entity that the path of a request names, and the credential of the request. */
export interface Holder {
  entityId: string
  credentialId: string
}

export interface ConcurrencyLimits {
  total: number
  perEntity: number
  perCredential: number
}

/** Limits concurrent long requests. An administrator can create credentials, so a slot also counts for the entity. The last quarter of
 *  all slots is reserved for entities that have none. The last quarter of an entity's slots is reserved for its credentials that
 *  have none (docs/decisions/0122). */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #ofEntity = new Map<string, number>()
  readonly #ofCredential = new Map<string, number>()
  #taken = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  isFull({ entityId, credentialId }: Holder): boolean {
    const { total, perEntity, perCredential } = this.#limits
    const ofEntity = this.#ofEntity.get(entityId) ?? 0
    const ofCredential = this.#ofCredential.get(credentialId) ?? 0
    return (
      isBeyond(total, this.#taken, ofEntity) ||
      isBeyond(perEntity, ofEntity, ofCredential) ||
      ofCredential >= perCredential
    )
  }

  /** Takes a slot. Returns a function that releases it.
   *  @throws Problem overloaded when `isFull` */
  take(holder: Holder): () => void {
    if (this.isFull(holder)) throw new Problem('overloaded')
    const { entityId, credentialId } = holder
    this.#taken++
    add(this.#ofEntity, entityId, 1)
    add(this.#ofCredential, credentialId, 1)
    return () => {
      this.#taken--
      add(this.#ofEntity, entityId, -1)
      add(this.#ofCredential, credentialId, -1)
    }
  }
}

const isBeyond = (max: number, taken: number, own: number) => taken >= (own === 0 ? max : max - Math.floor(max / 4))

function add(counts: Map<string, number>, key: string, change: number) {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
