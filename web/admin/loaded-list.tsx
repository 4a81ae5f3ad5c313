import type { ComponentChildren } from 'preact'
import { useWords } from '../shared/language.tsx'
import type { LoadState } from '../shared/loading/use-loaded.ts'
import { Fault } from '../shared/look/fault.tsx'

interface Props<Result> {
  loaded: LoadState<Result>
  children: (found: Result) => ComponentChildren
}

/** Shows what was read, or that it could not be read. */
export function LoadedList<Result>({ loaded: { found, error, load }, children }: Props<Result>) {
  const say = useWords('access')
  return (
    <>
      <Fault>
        {error !== undefined && (
          <>
            {say.failing}{' '}
            <button type="button" onClick={load}>
              {say.again}
            </button>
          </>
        )}
      </Fault>
      {found === undefined ? error === undefined && <p class="loading" aria-busy="true" /> : children(found)}
    </>
  )
}
