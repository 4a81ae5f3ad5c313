import { useContext, useEffect, useRef } from 'preact/hooks'
import { LocationContext } from '../../shared/page-location.ts'

/** Reloads a list when somebody closes the page of a visit, which may have changed there. */
export function useAfterVisit(reload: () => void) {
  const { place } = useContext(LocationContext)
  const isOpened = place.visit !== undefined
  const wasOpened = useRef(isOpened)
  useEffect(() => {
    if (wasOpened.current && !isOpened) reload()
    wasOpened.current = isOpened
  }, [isOpened])
}
