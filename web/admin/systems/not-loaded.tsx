import { useWords } from '../../language.tsx'

interface Props {
  loaded: { isFailed: boolean; load(): void }
}

/** In place of what is not loaded yet, or could not be loaded. */
export function NotLoaded({ loaded: { isFailed, load } }: Props) {
  const say = useWords('access')
  if (!isFailed) return <p class="hint" aria-busy="true" />
  return (
    <p class="fault" role="alert">
      {say.failing}{' '}
      <button type="button" onClick={load}>
        {say.again}
      </button>
    </p>
  )
}
