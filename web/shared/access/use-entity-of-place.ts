import { useContext, useEffect } from 'preact/hooks'
import { LocationContext } from '../page-location.ts'
import type { Session } from './session.ts'
import type { SessionControl } from './use-session.ts'

/** Selects the entity of the address, if the credential can access it. */
export function useEntityOfPlace(control: SessionControl, session: Session) {
  const { place, amend } = useContext(LocationContext)
  const { entity, entities } = session
  useEffect(() => {
    if (place.entity === entity.id) return
    const wanted = entities.find(({ id }) => id === place.entity)
    if (wanted) control.choose({ ...session, entity: wanted })
    else amend({ entity: entity.id })
  }, [place.entity, entity.id])
}
