import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../shared/language.tsx'

interface Props {
  text: string
  /** The element that shows the text. */
  shown: RefObject<HTMLElement | null>
}

/** Copies a text, or selects it where the browser does not copy. */
export function CopyButton({ text, shown }: Props) {
  const say = useWords('admin')
  const [status, setStatus] = useState('')
  useEffect(() => setStatus(''), [text])

  async function copy() {
    try {
      // Browsers have it only with TLS or on the same machine.
      await navigator.clipboard.writeText(text)
      setStatus(say.copied)
    } catch {
      getSelection()!.selectAllChildren(shown.current!)
      setStatus(say.copyFailed)
    }
  }

  return (
    <div class="row copy">
      <button type="button" onClick={copy}>
        {say.copy}
      </button>
      <p role="status">{status}</p>
    </div>
  )
}

/** A text with a button that copies it. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <fieldset class="copied">
      <legend>{label}</legend>
      <code ref={shown} dir="ltr">
        {text}
      </code>
      <CopyButton text={text} shown={shown} />
    </fieldset>
  )
}
