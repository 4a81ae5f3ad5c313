import { useWords } from '../language.tsx'
import type { Paged } from './use-paged.ts'

/** Says that a list broke off, and loads more of it. */
export function MoreButton({ list: { state, more } }: { list: Paged<unknown> }) {
  const say = useWords('console')
  return (
    <>
      {state === 'failed' && (
        <p class="fault" role="alert">
          {say.listStates.failed}
        </p>
      )}
      {(state === 'more' || state === 'failed') && (
        <button type="button" onClick={more}>
          {state === 'more' ? say.more : say.again}
        </button>
      )}
    </>
  )
}
