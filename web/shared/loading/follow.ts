import { type ActionFilters, type ActionRecord, ProblemError } from '../../../client/client.ts'
import { connect } from '../access/connect.ts'
import { refusedBecause, type Session, type SignInFault } from '../access/session.ts'
import { pause } from './pause.ts'

/** The state of the connection to the feed. */
export type Connection = 'connecting' | 'live' | 'lost'

interface FollowOptions {
  /** Loads the initial data, and loads it again after a reset. Resolves to the sequence after which the feed continues.
   *  @throws the client's errors */
  begin(signal: AbortSignal): Promise<number>
  /** Receives new actions, up to a sequence. */
  onActions(actions: ActionRecord[], sequence: number): void
  onConnection(connection: Connection): void
  /** Called when the service has lost actions that it had returned. */
  onReset?(): void
  /** Called when the service rejects the access token. */
  onRefused(fault: SignInFault): void
}

const retryAfterMs = 2_000

/** Follows the feed of the session's entity until `ended`. Reconnects without a gap. */
export async function follow(
  { token, entity }: Session,
  filters: Pick<ActionFilters, 'action'>,
  { begin, onActions, onConnection, onReset, onRefused }: FollowOptions,
  ended: AbortSignal,
) {
  let sequence: number | undefined
  onConnection('connecting')
  while (!ended.aborted) {
    const offline = new AbortController()
    window.addEventListener('offline', () => offline.abort(), { signal: offline.signal })
    const signal = AbortSignal.any([ended, offline.signal])
    const client = connect(token, { retries: 0, timeoutMs: 30_000, signal })
    try {
      sequence ??= await begin(signal)
      // The first read does not wait, so the connection state is known at once.
      for (const isWaiting of [false, true]) {
        for await (const batch of client.feed(entity.id, sequence, isWaiting, filters)) {
          if (ended.aborted) return
          sequence = batch.sequence
          onActions(batch.actions, batch.sequence)
        }
        onConnection('live')
      }
    } catch (error) {
      if (ended.aborted) return
      const refusal = refusalOf(error)
      if (refusal) return onRefused(refusal)
      if (error instanceof ProblemError && error.code === 'feed-reset') {
        sequence = undefined
        onReset?.()
      }
      onConnection('lost')
    } finally {
      offline.abort()
    }
    await pause(retryAfterMs, [window, 'online'], [ended, 'abort'])
  }
}

/** Returns the reason of a permanent failure, or undefined if a retry may succeed. */
export function refusalOf(error: unknown): SignInFault | undefined {
  if (!(error instanceof ProblemError)) return undefined
  const { status } = error
  if (status === 404) return 'no-entity'
  return status === 401 || status === 403 ? refusedBecause(error) : undefined
}
