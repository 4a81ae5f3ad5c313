import { type Dialect, directionOf } from '../languages/languages.ts'
import { Html, html } from './html.ts'
import { iconUrl } from './icon.ts'

export interface HtmlDocument {
  language: Dialect
  title: string
  style: string
  /** Further elements of the head. */
  head?: Html | undefined
  body: Html
}

/** Renders a whole page, which search engines do not list. Its content security policy must permit images from data. */
export const htmlDocument = ({ language, title, style, head, body }: HtmlDocument): string =>
  html`<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${iconUrl}">
<title>${title}</title>
<style>${new Html(style)}</style>${head}
</head>
<body>
${body}
</body>
</html>
`.text
