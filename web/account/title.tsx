import { Logo } from '../shared/look/logo.tsx'
import { useTitle } from '../shared/use-title.ts'

/** The heading, which is the title of the page, too. */
export function Title({ text }: { text: string }) {
  useTitle(text)
  return (
    <h1>
      <Logo /> {text}
    </h1>
  )
}
