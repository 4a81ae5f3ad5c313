import type { Mail, Text } from './message.ts'

/** Sends messages to contacts. The outbox schedules retries. */
export interface Channel<Message> {
  /** Whether the service receives a contact's replies. */
  takesReplies: boolean
  /** Resolves when the connection is established, for channels that keep one. */
  ready?(): Promise<void>
  /** Returns the provider's message id, if the provider sends receipts that refer to it.
   *  @throws PermanentFailure if a retry cannot succeed, any other error if it may */
  send(message: Message): Promise<string | undefined>
  close(): void
}

/** Sends mail from one address. */
export interface MailChannel extends Channel<Mail> {
  sender: string
}

/** The way to each contact. */
export interface Channels {
  mobile: Channel<Text>
  email: MailChannel
}

/** A failure that a retry cannot resolve. */
export class PermanentFailure extends Error {}

export interface DeliveryKey {
  entity_id: string
  delivery_id: string
}

/** A provider's report on a message that it accepted. */
export interface Receipt {
  outcome: 'delivered' | 'failed'
  /** The provider's description of the failure. */
  reason?: string
}

/** A message from a contact. */
export interface Reply {
  /** The sender's address. */
  uid: string
  text: string
  /** Whether the text is one segment of a longer message. */
  isPart?: boolean
  /** Whether the provider itself takes the text as an opt-out, and blocks later messages. */
  isOptOut?: boolean
}

/** Receives the receipts and replies of a channel. */
export interface Incoming {
  /** Resolves when the receipt is stored.
   *  @param ids spellings of one id, the original first; the others match only a message to `uid` */
  receipt(ids: string[], uid: string, receipt: Receipt): Promise<void>
  /** Resolves when the reply is stored durably. */
  reply(reply: Reply): Promise<void>
}
