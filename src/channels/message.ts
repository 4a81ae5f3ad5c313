interface Sent {
  /** The same at each attempt, so that the receiver can detect duplicates. */
  id: string
  entityId: string
  uid: string
}

export interface Mail extends Sent {
  channel: 'email'
  /** The sender's name: the entity's. */
  from: string
  /** Contains no health data: other people may read it. */
  subject: string
  text: string
  /** Shows the pictures as `cid:qr-code` and `cid:logo`, and loads nothing. */
  html: string
  /** The visit as iCalendar. */
  calendar: MailCalendar | undefined
  /** The QR code as PNG. */
  qrCode?: Buffer
  /** The logo of the entity as PNG. */
  logo?: Buffer
  /** The URL at which the contact stops messages to this address. */
  optOut: string
}

/** An iCalendar object, and its method (RFC 5546). */
export interface MailCalendar {
  method: 'PUBLISH' | 'CANCEL'
  content: string
}

/** A text message. Contains no health data either. */
export interface Text extends Sent {
  channel: 'mobile'
  text: string
}

export type Message = Mail | Text
