/** A way to contacts. It only sends, or says that it could not; when to try again is the outbox's. */
export interface Channel<Message> {
  /** Whether what a contact writes back arrives. */
  takesReplies: boolean
  /** Resolves when there is a line to send on, where one has to be made. */
  ready?(): Promise<void>
  /** Gives the id under which the provider will tell what became of it, where it will.
   *  @throws PermanentFailure when it will never work, anything else when it may later */
  send(message: Message): Promise<string | undefined>
  close(): void
}

/** Why a message cannot be delivered to that address, now or later. */
export class PermanentFailure extends Error {}

/** What a provider tells of a message that it took. */
export interface Receipt {
  outcome: 'delivered' | 'failed'
  /** Why it failed, in the provider's words. */
  reason?: string
}

/** What a contact wrote back. */
export interface Reply {
  /** The address that it came from. */
  uid: string
  text: string
  /** Whether it is only a part of what was written. */
  isPart?: boolean
}

/** Where a channel hands over what comes in. */
export interface Incoming {
  /** Resolves when it is noted.
   *  @param ids spellings of one id, as it is sent first; the others count only for a message to `uid` */
  receipt(ids: string[], uid: string, receipt: Receipt): Promise<void>
  /** Resolves when it is kept for good. */
  reply(reply: Reply): Promise<void>
}
