import { useLayoutEffect, useRef } from 'preact/hooks'

/** Returns a reference to the heading that takes the focus when another part is shown below it, not when the page opens. */
export function useFocusOnChange<Heading extends HTMLElement>(shown: string) {
  const heading = useRef<Heading>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current !== shown) heading.current!.focus()
    before.current = shown
  }, [shown])
  return heading
}
