import { useRef } from 'preact/hooks'
import { useWords } from '../language.tsx'

/** A field for a typed or pasted code. */
export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const say = useWords('desk')
  const field = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const code = withoutGroups(field.current!.value.trim())
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

/** Removes the separators from an issued token that was typed in groups. */
function withoutGroups(text: string): string {
  const code = text.replaceAll(/[\s-]/g, '')
  return code.length === 26 ? code : text
}
