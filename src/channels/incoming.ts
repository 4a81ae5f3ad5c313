import type { Instant } from '../platform/time/instant.ts'

/** Identifies a delivery in the outbox. */
export interface DeliveryKey {
  entity_id: string
  delivery_id: string
}

/** A provider's report on a message. `sent`: the provider has accepted it. */
export type Receipt = FinalReceipt | ReturnReceipt

export interface FinalReceipt {
  outcome: 'sent' | 'delivered' | 'read' | 'failed'
  /** The provider's id of the message. A failure of an earlier attempt changes nothing. */
  id?: string
  /** The provider's description of the failure. */
  reason?: string
}

/** The provider did not deliver the message, and a retry may succeed. `id` is the provider's. */
interface ReturnReceipt {
  outcome: 'returned'
  id: string
  reason: string
}

/** A report that an accepted message will not arrive. */
export interface Bounce {
  /** The address that the message did not reach. */
  uid: string
  reason: string
  /** Whether later messages to the address would not arrive either. */
  isUndeliverable: boolean
}

/** A message from a contact. */
export interface Reply {
  /** The provider's id of the message, if it has one. Providers repeat callbacks. */
  id?: string
  /** When the contact sent it, if the provider reports it. Callbacks arrive in any order. */
  sentAt?: Instant
  /** The sender's address. */
  uid: string
  text: string
  /** The answer of a button of our message, which the contact tapped. */
  tapped?: { delivery: DeliveryKey; answer: string }
  /** Whether the text is the label of a button. */
  isLabel?: boolean
  /** The provider's id of our message to which the text, an emoji, is a reaction. */
  reactedTo?: string
  /** What the message contains besides its text. */
  attachment?: Attachment
  /** Whether the text is a part of a longer message. */
  isPart?: boolean
  /** Whether the provider itself takes the text as an opt-out, and blocks later messages. */
  isOptOut?: boolean
}

export type Attachment = 'audio' | 'image' | 'video' | 'document' | 'location' | 'other'

/** Receives the receipts and replies of a channel. Each call resolves when they are stored durably. */
export interface Incoming {
  /** Takes a receipt that names the provider's id.
   *  @param ids spellings of one id, the original first; the others match only a message to `uid` */
  receipt(ids: string[], uid: string, receipt: Receipt): Promise<void>
  /** Takes a receipt that names the delivery. */
  receiptOf(delivery: DeliveryKey, receipt: Receipt): Promise<void>
  /** Takes a bounce of the delivery, if the delivery is to its address. */
  bounced(delivery: DeliveryKey, bounce: Bounce): Promise<void>
  reply(reply: Reply): Promise<void>
}
