import type { Message } from '../message.ts'

/** A way to contacts. It only sends, or says that it could not; when to try again is the outbox's. */
export interface Channel {
  /** @throws PermanentFailure when it will never work, anything else when it may later */
  send(message: Message): Promise<void>
  close(): void
}

/** Why a message cannot be delivered to that address, now or later. */
export class PermanentFailure extends Error {}
