import type { Entity } from '../entities/entity.ts'
import { Html, html } from '../http/html.ts'
import type { Dialect } from '../languages/languages.ts'

/** The content of a mail, which its text and its HTML show. */
export interface MailContent {
  language: Dialect
  direction: 'ltr' | 'rtl'
  /** The sides at which a line starts and ends. */
  start: 'left' | 'right'
  end: 'left' | 'right'
  subject: string
  greeting: string
  /** The news, in one or two sentences. */
  title: string
  /** The plugin's word for the visit. */
  visitKind: string
  rows: Row[]
  checkin: { say: string; label: string; token: string } | undefined
  /** The link to the answer page. */
  button: { say: string; label: string; url: string } | undefined
  /** The way to change the visit when the page takes no answer any more. */
  advice: { say: string; phone: string | undefined } | undefined
  clinic: Pick<Entity, 'name' | 'phone' | 'address'>
  /** The size at which the HTML shows the clinic's logo. */
  logo: { width: string; height: string } | undefined
  closing: string
  optOut: { say: string; label: string; url: string }
}

/** A value of the visit, with its label. */
export interface Row {
  label: string
  value: string
  /** The time of the visit, or a time that is no longer valid. */
  is?: keyof typeof styles
}

export const styles = {
  time: 'font-size: 18px; font-weight: 600',
  old: 'text-decoration: line-through',
}

/** Renders a value of several lines. */
export const linesOf = (value: string): Html[] =>
  value.split(/\r?\n/).map((line, index) => html`${index > 0 && new Html('<br>')}${line}`)
