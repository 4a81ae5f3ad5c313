interface Sent {
  /** The same at each attempt, so that whoever takes it twice can tell. */
  id: string
  entityId: string
  uid: string
}

/** A message as a mail. */
export interface Mail extends Sent {
  channel: 'email'
  /** The name that it comes from: the entity's. */
  from: string
  /** Says nothing of anybody's health: other people read it. */
  subject: string
  text: string
  html: string
  /** The appointment as iCalendar. */
  calendar: string | undefined
  /** The QR code as PNG, which the HTML shows as `cid:qr-code`. */
  qrCode: Buffer | undefined
}

/** A message as a short text, which says nothing of anybody's health either. */
export interface Text extends Sent {
  channel: 'mobile'
  text: string
}

export type Message = Mail | Text
