import { iconUrl } from '../icon.ts'
import type { Language } from '../languages.ts'
import { Html, html } from './html.ts'

interface HtmlDocument {
  language: Language
  title: string
  style: string
  body: Html
}

/** Renders a whole page, which search engines do not list. Its content security policy must permit images from data. */
export const htmlDocument = ({ language, title, style, body }: HtmlDocument): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${iconUrl}">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text
