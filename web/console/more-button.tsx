import { useWords } from '../shared/language.tsx'
import type { Pages } from '../shared/loading/use-pages.ts'
import { Fault } from '../shared/look/fault.tsx'

/** Says that a list broke off, and loads more of it. */
export function MoreButton({ list: { hasMore, state, more } }: { list: Pages<unknown> }) {
  const say = useWords('console')
  return (
    <>
      {state === 'failed' && <Fault>{say.listStates.failed}</Fault>}
      {(hasMore || state === 'failed') && (
        <button type="button" onClick={more} disabled={state === 'reading'}>
          {state === 'failed' ? say.again : say.more}
        </button>
      )}
    </>
  )
}
