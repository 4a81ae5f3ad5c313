import type { Client } from '../../client/client.ts'
import { connect } from '../shared/access/connect.ts'
import type { Session } from '../shared/access/session.ts'

export type Change = (client: Client) => Promise<unknown>

/** The note after a change. */
export interface SaveResult {
  text: string
  undo?: Undo
  /** The id of the notification whose page corrects the change. */
  correctAt?: string
}

/** The change that takes another one back. */
export interface Undo {
  change: Change
  /** The message that it sends the contact, in words for before and after. */
  message?: { before: string; after: string }
}

/** @throws ProblemError; TypeError or TimeoutError without a connection */
export const save = <Result>({ token }: Pick<Session, 'token'>, change: (client: Client) => Promise<Result>) =>
  change(connect(token, { retries: 1, timeoutMs: 15_000 }))
