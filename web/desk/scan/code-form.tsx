import { useRef } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'

/** A field for a typed or pasted code. */
export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const say = useWords('desk')
  const field = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const code = field.current!.value.trim()
    field.current!.select()
    if (code !== '') onCode(code)
  }

  return (
    <form class="code" onSubmit={submit}>
      <label for="code">{say.code}</label>
      <div class="row">
        <input
          id="code"
          ref={field}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={256}
          required
        />
        <button type="submit">{say.look}</button>
      </div>
    </form>
  )
}
