import type { Erasure, NewErasure } from '../src/administration/erasure/erasure.ts'
import type { Connection } from './connection.ts'

export interface PrivacyMethods {
  /** Begins the erasure of a contact's data. */
  eraseContact(entityId: string, erasure: NewErasure): Promise<{ id: string }>
  erasure(entityId: string, id: string): Promise<Erasure>
  /** Lists the erasures of an entity, the latest first. */
  erasures(entityId: string): AsyncGenerator<Erasure>
  /** Allows new data of an erased contact. */
  liftErasure(entityId: string, id: string): Promise<Erasure>
}

export const privacyMethods = ({ askJson, each, address }: Connection): PrivacyMethods => ({
  eraseContact: (entityId, body) => askJson(entityId, address('erasures', entityId), { change: { body } }),
  erasure: (entityId, id) => askJson(entityId, address('erasures', entityId, id)),
  erasures: (entityId) => each<Erasure>(entityId, address('erasures', entityId)),
  liftErasure: (entityId, id) =>
    askJson(entityId, address('erasures', entityId, id, 'refusal'), { change: { method: 'DELETE' } }),
})
