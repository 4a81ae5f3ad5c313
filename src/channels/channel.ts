import type { BlockList } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { ChannelSettings, Server } from '../config/channel-settings.ts'
import type { Feature, RouteContext } from '../http/feature.ts'
import type { Secret } from '../secret.ts'
import type { Content } from './content.ts'

/** A way to contacts: everything that the service knows of it. docs/decisions/0076-channels-as-folders.md. */
export interface Channel<Sent extends Message = Message, Settings extends Server = Server> {
  /** The name in addresses and records. */
  name: string
  /** The operator's word for its messages, in the plural. */
  messages: string
  address: AddressRules
  /** Whether a confirmation contains the QR code as a picture. Otherwise, the contact gets an acknowledgement, with the link
   *  to the QR code. */
  carriesPictures: boolean
  /** Writes the content in the form that the channel carries. */
  compose(to: Envelope, content: Content): Promise<Sent>
  /** The parts of a message that clients show again. */
  shown(message: Sent): Shown
  settings: ChannelSettings<Settings>
  /** Whether the service receives replies to the messages of this server. */
  takesReplies(settings: Settings | undefined): boolean
  /** Opens the connection to the server. */
  open(settings: Settings, context: SendingContext): Promise<Sender<Sent>>
  /** Writes a message as a file, if no server is configured. */
  file: { extension: string; write(message: Sent): string | Promise<Buffer> }
  /** Returns an error message if the service refuses to use the server without TLS. */
  refusal?(settings: Settings, plaintextNetworks: BlockList): Promise<string | undefined>
  /** The routes that a provider calls. */
  routes?(incoming: (context: RouteContext) => Incoming): Feature
}

interface AddressRules {
  /** Completes "`uid` is …". */
  kind: string
  /** Returns the uid in its stored form, to which the service sends. `country` is the contact's. Returns undefined when the
   *  uid cannot be valid. */
  normal(uid: string, country: string | undefined): string | undefined
  /** Returns the uid by which addresses compare. */
  compared(uid: string): string
  /** The reasons why a uid is invalid: in a submission, which may name the contact's country, and without a country. */
  faults: { ofContact: string; alone: string }
}

/** The destination of a message. */
export interface Envelope {
  /** The same at each attempt, so that the receiver can detect duplicates. */
  id: string
  entityId: string
  uid: string
}

export interface Message extends Envelope {
  text: string
}

export interface Shown {
  subject?: string
  text: string
  html?: string
}

/** Sends messages to contacts. The outbox schedules retries. */
export interface Sender<Sent extends Message = Message> {
  /** Whether the service receives a contact's replies. */
  takesReplies: boolean
  /** Resolves when the connection is established, for channels that keep one. */
  ready?(): Promise<void>
  /** Returns the provider's message id, if the provider sends receipts that refer to it.
   *  @throws PermanentFailure if a retry cannot succeed, any other error if it may */
  send(message: Sent): Promise<string | undefined>
  close(): void
}

/** A failure that a retry cannot resolve. */
export class PermanentFailure extends Error {}

export interface SendingContext {
  /** The networks that need no TLS. */
  plaintextNetworks: BlockList
  secret: Secret
  log: FastifyBaseLogger
  /** Receives the receipts and replies of the channel. */
  incoming: Incoming
  /** Returns the origin at which providers reach this service. */
  origin: () => string
}

/** Identifies a delivery in the outbox. */
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

/** Receives the receipts and replies of a channel. Each call resolves when they are stored durably. */
export interface Incoming {
  /** Takes a receipt that names the provider's id.
   *  @param ids spellings of one id, the original first; the others match only a message to `uid` */
  receipt(ids: string[], uid: string, receipt: Receipt): Promise<void>
  /** Takes a receipt that names the delivery. */
  receiptOf(delivery: DeliveryKey, receipt: Receipt): Promise<void>
  reply(reply: Reply): Promise<void>
}
