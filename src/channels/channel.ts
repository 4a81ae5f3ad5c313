import type { BlockList } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { ChannelEnvironment, Server } from '../platform/config/channel-environment.ts'
import type { Feature, RouteContext } from '../platform/http/feature.ts'
import type { Secret } from '../platform/keys/secret.ts'
import type { Microseconds } from '../platform/time/instant.ts'
import type { Approval } from './approval.ts'
import type { Content } from './content.ts'
import type { Incoming } from './incoming.ts'
import type { SenderFault } from './sender-fault.ts'

/** A way to contacts: everything that the service knows of it. docs/decisions/0076-channels-as-folders.md. */
export interface Channel<OwnMessage extends Message = Message, Configured extends Server = Server> {
  /** The name in addresses and records. */
  name: string
  /** The operator's word for its messages, in the plural. */
  messages: string
  address: AddressRules
  /** Whether an index finds its deliveries by address, such as `deliveries_mobile`. */
  hasAddressIndex?: true
  /** Whether a confirmation contains the QR code as a picture. Otherwise, the contact gets an acknowledgement, with the link
   *  to the QR code. */
  carriesPictures: boolean
  /** Writes the content in the form that the channel carries. Undefined: the provider takes it only in a conversation. */
  compose(to: Envelope, content: Content): Promise<OwnMessage | undefined>
  /** After a message of the contact, the provider takes any text for this long. */
  conversationMicros?: Microseconds
  template: TemplateForm
  /** Loads the approval of words, for channels whose provider requires it. */
  approval?(): Promise<Approval<Configured>>
  /** The parts of a message that clients show again. */
  shown(message: OwnMessage): MessageView
  environment: ChannelEnvironment<Configured>
  /** Whether the service receives replies to the messages of this server. */
  takesReplies(server: Configured | undefined): boolean
  /** Returns the mail address of the sender, which organizes the calendar entries of visits. */
  organizer?(server: Configured | undefined): string
  /** Opens the connection to the server. */
  open(server: Configured, context: SendingContext): Promise<Sender<OwnMessage>>
  /** Writes a message as a file, if no server is configured. */
  file: { extension: string; write(message: OwnMessage): string | Promise<Buffer> }
  /** Returns an error message if the service refuses to use the server without TLS. */
  refusal?(server: Configured, plaintextNetworks: BlockList): Promise<string | undefined>
  /** The routes that a provider calls. */
  routes?(incoming: (context: RouteContext) => Incoming): Feature
  /** Returns the path to which the provider of the server posts replies, for the operator who configures the provider. */
  replyPath?(secret: Secret, server: Configured | undefined): string | undefined
  /** Returns the secret paths to which providers post that a message did not arrive, by the provider's name. */
  bouncePaths?(secret: Secret): Record<string, string>
  /** Watches a mailbox for delivery reports until stopped. Returns undefined if none is configured. */
  watch?(server: Configured, context: WatchContext): Watch | undefined
  /** Returns the fault of the sender that the words of a server name. Needs an index such as `deliveries_email_attempts`. */
  senderFault?(reason: string): SenderFault | undefined
  /** Tries the server, and the mailbox that `watch` uses, without sending. Returns error messages, which begin with the variable. */
  faults?(server: Configured, plaintextNetworks: BlockList): Promise<string[]>
}

export interface AddressRules {
  /** Completes "`uid` is …". */
  kind: string
  /** Reads a uid as people write it, without invisible characters. `country` is the contact's. Returns undefined when the uid
   *  cannot be valid, for the reason in `faults`. */
  normal(uid: string, country: string | undefined): NormalUid | Promise<NormalUid>
  /** Returns the uid by which addresses compare. */
  compared(uid: string): string
  /** Returns a part of the uid, by which its owner recognizes it. It reveals nothing else to a person with a forwarded link. */
  hint(uid: string): string
  /** The reasons why a uid is invalid: in a submission, which may name the contact's country, and without a country. */
  faults: { ofContact: string; alone: string }
}

/** The uid in its stored form, to which the service sends; or why it is invalid. */
export type NormalUid = string | { uid: string; notes: AddressNote[] } | { fault: string } | undefined

/** What the sender of an address should know. `repaired`: it was corrected. `landline`: it may receive no texts. */
export interface AddressNote {
  kind: (typeof addressNotes)[number]
  /** Completes "The address …". */
  reason: string
}
export const addressNotes = ['repaired', 'landline'] as const

/** What a template of the entity replaces. A letter keeps its layout: the visit, the link, the clinic and the way to stop
 *  messages. A text is the whole message. */
export type TemplateForm = { form: 'letter' } | TextForm | ChatForm

interface TextForm {
  form: 'text'
  /** How a text is sent, for channels that count segments. */
  measure?(text: string): Promise<Measure>
  /** A template, and a text about several visits, may need at most this number of segments. */
  maxSegments?: number
}

interface ChatForm {
  form: 'chat'
  /** Why an entity cannot set the words. Completes "The text …". */
  fault: string
}

/** How a text is sent. */
export interface Measure {
  segments: number
  encoding: 'GSM-7' | 'UCS-2'
  /** The characters that GSM-7 lacks. One of them switches the whole text to UCS-2, which doubles its size. */
  forcing_characters: string[]
}

/** The destination of a message. */
export interface Envelope {
  /** The same at each attempt, so that the receiver can detect duplicates. */
  id: string
  entityId: string
  uid: string
  /** Whether the contact has written within `conversationMicros`. */
  isConversation?: boolean
}

export interface Message extends Envelope {
  text: string
}

export interface MessageView {
  subject?: string
  text: string
  html?: string
}

/** Sends messages to contacts. The outbox schedules retries. */
export interface Sender<OwnMessage extends Message = Message> {
  /** Resolves when the connection is established, for channels that keep one. */
  ready?(): Promise<void>
  /** @throws Error if the message was not sent, and a retry may succeed */
  send(message: OwnMessage): Promise<Outcome>
  close(): void
}

/** The outcome of an attempt to send a message. */
export type Outcome =
  /** `id` is the provider's, if its receipts refer to it. */
  | { outcome: 'accepted'; id?: string | undefined }
  /** The channel has no server: the message was written to a file, and nobody gets it. */
  | { outcome: 'written' }
  /** A retry cannot succeed. `isUndeliverable`: later messages to the address would not arrive either. */
  | { outcome: 'permanent'; reason: string; isUndeliverable?: boolean }
  /** The provider accepts no messages for a while. This does not count as an attempt. `afterMs` is the provider's time, if it names
   *  one. `ofAddress`: it accepts messages to other addresses. */
  | { outcome: 'later'; reason: string; afterMs?: number | undefined; ofAddress?: true }
  /** The provider may have accepted the message, and detects no duplicates. A receipt tells. */
  | { outcome: 'unclear'; reason: string }

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

export type WatchContext = Pick<SendingContext, 'plaintextNetworks' | 'secret' | 'log' | 'incoming'>

export interface Watch {
  /** Resolves when the current report is stored. */
  stop(): Promise<void>
}
