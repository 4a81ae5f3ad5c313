import { type Html, html } from '../../platform/http/html.ts'
import { directionOf } from '../../platform/languages/languages.ts'
import type { WhatsAppMessage } from './message.ts'

// Without ">", which would be escaped.
const style = `
body { margin: 0; padding: 16px; background: #efeae2; color: #111b21; font: 15px/1.45 system-ui, sans-serif }
.bubble { max-width: 360px; background: #fff; border-radius: 10px; box-shadow: 0 1px 1px #0003; overflow: hidden }
.bubble img { display: block; width: 100%; image-rendering: pixelated }
.part { padding: 8px 14px; white-space: pre-line; overflow-wrap: anywhere }
.header { padding-bottom: 0; font-size: 16px; font-weight: 600 }
.footer { padding-top: 0; color: #5b6770; font-size: 13px }
.answer { border-top: 1px solid #e4e6e8; color: #00695c; text-align: center; font-weight: 500 }
.link { color: #0b5cad }`

/** Draws the message as WhatsApp shows it, as an HTML document. */
export function bubble(message: WhatsAppMessage): string {
  const chat = message.form === 'text' ? undefined : message.chat
  const language = chat?.language ?? 'en'
  const direction = chat ? directionOf(language) : 'auto'
  return html`<!DOCTYPE html>
<html lang="${language}" dir="${chat ? direction : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>WhatsApp</title><style>${style}</style></head>
<body><div class="bubble" dir="${direction}">${partsOf(message)}</div></body>
</html>
`.text
}

function partsOf(message: WhatsAppMessage): Html[] {
  const body = html`<div class="part">${marked(message.text)}</div>`
  if (message.form === 'text') return [body]
  if (message.form === 'picture') {
    return [html`<img alt="" src="data:image/png;base64,${message.picture.toString('base64')}">`, body]
  }
  const { header, footer, answers } = message.chat
  return [
    html`<div class="part header">${header}</div>`,
    body,
    html`<div class="part footer">${footer}</div>`,
    ...answers.map(({ label }) => html`<div class="part answer">${label}</div>`),
  ]
}

/** Writes WhatsApp's marks for bold and struck text, and links, as elements. */
const marked = (text: string): Html[] =>
  text.split(/(?<=^|\s)([*~][^*~\n]+[*~]|https?:\/\/\S+)(?=$|\s)/).map((part, index) => {
    if (index % 2 === 0) return html`${part}`
    if (part.startsWith('http')) return html`<bdi class="link">${part}</bdi>`
    const inner = part.slice(1, -1)
    return part.startsWith('*') ? html`<strong>${inner}</strong>` : html`<s>${inner}</s>`
  })
