import type { ComponentChildren } from 'preact'

/** What went wrong. Screen readers announce it. */
export const Fault = ({ children }: { children: ComponentChildren }) => (
  <p class="fault" role="alert">
    {children}
  </p>
)

/** What could not be read, with a button that tries again. */
export const Failure = ({ text, again, onAgain }: { text: string; again: string; onAgain: () => void }) => (
  <Fault>
    {text}{' '}
    <button type="button" onClick={onAgain}>
      {again}
    </button>
  </Fault>
)
