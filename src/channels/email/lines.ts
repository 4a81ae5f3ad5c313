import { Html, html } from '../../platform/http/html.ts'

/** The styles of times. */
export const styles = {
  time: 'font-size: 18px; font-weight: 600',
  old: 'text-decoration: line-through',
}

/** Renders a value of several lines. */
export const linesOf = (value: string): Html[] =>
  value.split(/\r?\n/).map((line, index) => html`${index > 0 && new Html('<br>')}${line}`)
