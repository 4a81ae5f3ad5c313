import type { Entity } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'

/** Returns the session with another version of an entity, or with one more. They are in the order of their ids. */
export function withEntity(session: Session, changed: Entity): Session {
  const others = session.entities.filter(({ id }) => id !== changed.id)
  return {
    ...session,
    entities: [...others, changed].sort((one, other) => (one.id < other.id ? -1 : 1)),
    entity: session.entity.id === changed.id ? changed : session.entity,
  }
}
