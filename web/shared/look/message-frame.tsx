import { useMemo, useRef } from 'preact/hooks'
import './message-frame.css'

export type Scheme = 'light' | 'dark'

interface Props {
  html: string
  title: string
  /** The colours of the mail program; by default those of this page. */
  scheme?: Scheme
}

/** Shows the HTML of a message: without scripts, without loading anything, and without the targets of its links.
 *  The frame inherits the policy of this page, which forbids inline styles. So the page applies the message's styles itself,
 *  which needs the same origin. */
export function MessageFrame({ html, title, scheme }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { content, styles } = useMemo(() => withoutStyles(scheme ? inScheme(html, scheme) : html), [html, scheme])
  return <iframe ref={frame} class="mail" title={title} sandbox="allow-same-origin" srcdoc={content} onLoad={show} />

  function show() {
    const { contentDocument: document, contentWindow: view } = frame.current!
    const sheet = new (view as Window & typeof globalThis).CSSStyleSheet()
    sheet.replaceSync(styles)
    document!.adoptedStyleSheets = [sheet]
    for (const element of document!.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset.style!
    }
    for (const link of [...document!.links]) link.removeAttribute('href')
    const fit = () => {
      if (frame.current) frame.current.style.height = `${document!.documentElement.offsetHeight}px`
    }
    new ResizeObserver(fit).observe(document!.documentElement)
  }
}

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:">`

// A frame cannot have another colour scheme than its page in every browser, so the mail's own rule decides.
const inScheme = (html: string, scheme: Scheme) =>
  html
    .replaceAll('@media (prefers-color-scheme: dark)', `@media ${scheme === 'dark' ? 'all' : 'not all'}`)
    .replaceAll('color-scheme: light dark', `color-scheme: ${scheme}`)

const styleElement = /<style(?: media="([^"]*)")?[^>]*>([^<]*)<\/style>/g

/** The service escapes the values in a mail, so that these patterns match its tags and comments only. */
function withoutStyles(html: string) {
  // Comments contain the styles of Outlook.
  const shown = html.replaceAll(/<!--[\s\S]*?-->/g, '')
  const sheets = [...shown.matchAll(styleElement)].map(([, media, sheet]) => `@media ${media ?? 'all'} { ${sheet} }`)
  const content = shown
    .replaceAll(styleElement, '')
    .replaceAll(/\sstyle="/g, ' data-style="')
    .replace('<head>', `<head>${policy}`)
  return { content, styles: sheets.join('\n') }
}
