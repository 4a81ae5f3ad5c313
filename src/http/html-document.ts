import type { Language } from '../languages.ts'
import { Html, html } from './html.ts'

interface HtmlDocument {
  language: Language
  title: string
  /** Further elements of the head, each with its line break. */
  head?: Html
  style: string
  body: Html
}

/** Renders a whole page, which search engines do not list. */
export const htmlDocument = ({ language, title, head, style, body }: HtmlDocument): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text
