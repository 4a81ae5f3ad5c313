import type { Dialect } from '../platform/languages/languages.ts'

/** What a message says. Each channel composes the form that it carries, and leaves the other unwritten. */
export interface Content {
  /** Texts of the same meaning. The first one that needs the fewest segments is sent. */
  texts(): string[]
  /** The long form, for mail. Absent for messages that are only sent as texts. */
  letter?(): Promise<Letter>
  /** The form of messengers. Absent for messages that only answer a message of the contact. */
  chat?(): Chat
  /** Values that only this message has, for placeholders of templates. */
  values?: Record<string, string>
}

/** A message in a messenger. Its provider approves the words beforehand, without the values. Meta's rules apply: the text has at most
 *  1,024 characters, a value has one line and is never empty, and no line has only a value. */
export interface Chat {
  /** Names the words, with `language`: such as medical_appointment_notice. */
  name: string
  language: Dialect
  header: string
  /** With {{1}}, {{2}} and so on in the places of the values. `*…*` is bold, and `~…~` is struck through. */
  body: string
  values: string[]
  footer: string
  /** The answers that the contact can tap. */
  answers: { answer: string; label: string }[]
  /** The QR code as PNG, in place of the header. */
  picture?: Buffer
}

export interface Letter {
  /** BCP 47. */
  language: string
  direction: 'ltr' | 'rtl'
  /** The sides at which a line starts and ends. */
  start: 'left' | 'right'
  end: 'left' | 'right'
  /** The sender's name: the entity's. */
  from: string
  /** Contains no health data: other people may read it. */
  subject: string
  /** How the letter begins: the greeting, or the text of a template. */
  paragraphs: string[]
  /** The news, in one or two sentences; undefined when the paragraphs contain it. */
  title: string | undefined
  /** The plugin's word for the visit. */
  visitKind: string
  /** Each with its line in a text. */
  rows: (Row & { line: string })[]
  /** The check-in token, and its QR code as PNG. */
  checkin: { sentence: string; label: string; token: string; qrCode: Buffer } | undefined
  /** The link to the answer page. */
  button: { sentence: string; label: string; url: string } | undefined
  /** The way to change the visit when the page no longer accepts answers. */
  advice: { sentence: string; phone: string | undefined } | undefined
  clinic: { name: string; phone?: string | undefined; address?: string | undefined }
  /** The clinic's logo as PNG, and the size in which it is shown. */
  logo: { png: Buffer; width: string; height: string } | undefined
  /** The colours of links and of the button, also in the dark colours of a mail program. */
  accent: string
  darkAccent: string
  closing: string
  /** The page at which the contact stops messages to this address. */
  optOut: { sentence: string; label: string; url: string }
  calendar: Calendar | undefined
}

/** A value of the visit, with its label. */
export interface Row {
  label: string
  value: string
  /** The time of the visit, or a time that is no longer valid. */
  is?: 'time' | 'old'
}

/** The visit as an iCalendar object, and its method (RFC 5546). */
export interface Calendar {
  method: 'PUBLISH' | 'CANCEL'
  content: string
}
