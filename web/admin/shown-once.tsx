import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../shared/language.tsx'

interface Props {
  title: string
  /** A new one takes the focus again. */
  secret: string
  children: ComponentChildren
  onDone: () => void
}

/** A secret that the service shows only now. It is in no storage, so it goes with this component. */
export function ShownOnce({ title, secret, children, onDone }: Props) {
  const { done } = useWords('admin')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current!.focus(), [secret])
  return (
    <section class="shown-once" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h3>
      {children}
      <div class="row">
        <button type="button" class="main" onClick={onDone}>
          {done}
        </button>
      </div>
    </section>
  )
}
