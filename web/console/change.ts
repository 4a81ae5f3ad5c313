import type { Client } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import type { Session } from '../access/session.ts'

export type Change = (client: Client) => Promise<unknown>

/** The note after a change, and the change that takes it back. */
export interface Saved {
  text: string
  undo?: Change
}

/** @throws ProblemError; TypeError or TimeoutError without a connection */
export const save = <Result>({ token }: Pick<Session, 'token'>, change: (client: Client) => Promise<Result>) =>
  change(connect(token, { retries: 1, timeoutMs: 15_000 }))
