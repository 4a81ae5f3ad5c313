import { useEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../../language.tsx'

interface Props {
  label: string
  text: string
}

/** A text with a button that copies it. */
export function CopiedText({ label, text }: Props) {
  const say = useWords('admin')
  const { copyFailed } = useWords('admin-access')
  const shown = useRef<HTMLElement>(null)
  const [status, setStatus] = useState('')
  useEffect(() => setStatus(''), [text])

  async function copy() {
    try {
      // Browsers have it only with TLS or on the same machine.
      await navigator.clipboard.writeText(text)
      setStatus(say.copied)
    } catch {
      getSelection()!.selectAllChildren(shown.current!)
      setStatus(copyFailed)
    }
  }

  return (
    <fieldset class="copied">
      <legend>{label}</legend>
      <code ref={shown} dir="ltr">
        {text}
      </code>
      <div class="row">
        <button type="button" onClick={copy}>
          {say.copy}
        </button>
        <p role="status">{status}</p>
      </div>
    </fieldset>
  )
}
