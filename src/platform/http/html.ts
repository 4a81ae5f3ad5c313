import { boundMarks } from '../text/clean-text.ts'

/** Escaped HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | Html | undefined | false | Part[]

/** A template literal tag. Escapes every part that is not already `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Html(strings.map((string, index) => string + render(parts[index])).join(''))

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  return Array.isArray(part)
    ? part.map(render).join('')
    : boundMarks(part).replaceAll(/[&<>"']/g, (character) => htmlEntities[character]!)
}

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
