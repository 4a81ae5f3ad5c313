import { useRef } from 'preact/hooks'
import { useWords } from '../../../shared/language.tsx'

/** A search reads the whole list, so it begins when somebody asks for it. */
export function SearchForm({ onSearch }: { onSearch: (text: string) => void }) {
  const say = useWords('admin-systems').optOuts
  const { search } = useWords('console')
  const field = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSearch(field.current!.value.trim())
  }

  return (
    <form class="search" onSubmit={submit}>
      <label for="opt-outs-search">{say.search}</label>
      <div class="row">
        <input id="opt-outs-search" ref={field} type="search" dir="ltr" autocomplete="off" spellcheck={false} />
        <button type="submit">{search}</button>
      </div>
    </form>
  )
}
