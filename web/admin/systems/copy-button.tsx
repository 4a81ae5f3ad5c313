import { useState } from 'preact/hooks'
import { useWords } from '../../language.tsx'

/** Copies a text. Browsers allow it only over https: and on this machine: elsewhere, the button is absent. */
export function CopyButton({ text }: { text: string }) {
  const say = useWords('admin')
  const [copied, setCopied] = useState<string>()
  if (!navigator.clipboard) return null
  return (
    <>
      <button
        type="button"
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setCopied(text),
            () => {},
          )
        }
      >
        {copied === text ? say.copied : say.copy}
      </button>
      <span class="unseen" role="status">
        {copied === text && say.copied}
      </span>
    </>
  )
}
