import { useLayoutEffect, useRef } from 'preact/hooks'

/** Returns a reference to the element that takes the focus after something that was shown in its place is gone. */
export function useFocusAfter<Shown extends HTMLElement>(isShown: boolean) {
  const element = useRef<Shown>(null)
  const wasShown = useRef(false)
  useLayoutEffect(() => {
    if (wasShown.current && !isShown) element.current!.focus()
    wasShown.current = isShown
  }, [isShown])
  return element
}
