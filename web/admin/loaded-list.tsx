import type { ComponentChildren } from 'preact'
import { useWords } from '../shared/language.tsx'
import type { Loaded } from '../shared/loading/use-loaded.ts'

interface Props<Result> {
  loaded: Loaded<Result>
  children: (found: Result) => ComponentChildren
}

/** Shows what was read, or that it could not be read. */
export function LoadedList<Result>({ loaded: { found, error, load }, children }: Props<Result>) {
  const say = useWords('access')
  return (
    <>
      <p class="fault" role="alert">
        {error !== undefined && (
          <>
            {say.failing}{' '}
            <button type="button" onClick={load}>
              {say.again}
            </button>
          </>
        )}
      </p>
      {found === undefined ? error === undefined && <p class="loading" aria-busy="true" /> : children(found)}
    </>
  )
}
