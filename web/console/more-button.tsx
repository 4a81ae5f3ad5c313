import { useWords } from '../shared/language.tsx'
import type { Pages } from '../shared/loading/use-pages.ts'

/** Says that a list broke off, and loads more of it. */
export function MoreButton({ list: { hasMore, state, more } }: { list: Pages<unknown> }) {
  const say = useWords('console')
  return (
    <>
      {state === 'failed' && (
        <p class="fault" role="alert">
          {say.listStates.failed}
        </p>
      )}
      {(hasMore || state === 'failed') && (
        <button type="button" onClick={more} disabled={state === 'reading'}>
          {state === 'failed' ? say.again : say.more}
        </button>
      )}
    </>
  )
}
