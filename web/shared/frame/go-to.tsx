import { useEffect, useState } from 'preact/hooks'
import { lazily } from '../loading/lazily.tsx'
import type { PlaceLink } from './places.ts'

const Dialog = lazily<{ links: PlaceLink[]; onClose: () => void }>(async () => [
  (await import('./go-to-dialog.tsx')).GoToDialog,
  {},
])

/** Opens the dialog by ⌘K, Ctrl+K or `/`. A field keeps its slash. */
export function GoTo({ links }: { links: PlaceLink[] }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function open(event: KeyboardEvent) {
      const isInField = (event.target as Element).closest?.('input, textarea, select, dialog') !== null
      const isSlash = event.key === '/' && !isInField && !event.ctrlKey && !event.metaKey && !event.altKey
      const isCombination = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      if (!(isSlash || isCombination) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  return isOpen ? <Dialog links={links} onClose={() => setOpen(false)} /> : null
}
