/** HTML as it is sent. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | Html | undefined | false | Part[]

/** HTML in which all that is not HTML already is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Html(strings.map((string, index) => string + written(parts[index])).join(''))

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  return Array.isArray(part)
    ? part.map(written).join('')
    : part.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
