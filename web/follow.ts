import { type ActionFilters, type ActionRecord, createClient, ProblemError } from '../client/client.ts'
import { type Session, type SignInFault, serviceUrl } from './access/session.ts'

/** Whether what a page shows is what has happened by now. */
export type Connection = 'connecting' | 'live' | 'lost'

interface Following {
  /** What the page begins with, and the sequence behind which the feed goes on.
   *  @throws what the client throws */
  begin(signal: AbortSignal): Promise<number>
  /** What has happened since, up to a sequence. */
  onActions(actions: ActionRecord[], sequence: number): void
  onConnection(connection: Connection): void
  /** The access token will not do any more. */
  onRefused(fault: SignInFault): void
}

const retryAfterMs = 2_000

/** Follows the feed of the session's entity until `ended`: through every loss of the connection, without a gap. */
export async function follow(
  { token, entity }: Session,
  filters: Pick<ActionFilters, 'action'>,
  { begin, onActions, onConnection, onRefused }: Following,
  ended: AbortSignal,
) {
  let sequence: number | undefined
  onConnection('connecting')
  while (!ended.aborted) {
    const offline = new AbortController()
    const leave = () => offline.abort()
    window.addEventListener('offline', leave)
    const signal = AbortSignal.any([ended, offline.signal])
    const client = createClient({ url: serviceUrl, token, retries: 0, timeoutMs: 30_000, signal })
    try {
      sequence ??= await begin(signal)
      // Before it waits for more, one look tells whether the connection is there.
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
      onConnection('lost')
    } finally {
      window.removeEventListener('offline', leave)
    }
    await pauseOrOnline(ended)
  }
}

/** Why asking again is of no use; undefined when it may be. */
export function refusalOf(error: unknown): SignInFault | undefined {
  if (!(error instanceof ProblemError)) return undefined
  const { status } = error
  if (status === 404) return 'no-entity'
  return status === 401 || status === 403 ? 'not-accepted' : undefined
}

function pauseOrOnline(ended: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(done, retryAfterMs)
    window.addEventListener('online', done)
    ended.addEventListener('abort', done)
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      ended.removeEventListener('abort', done)
      resume()
    }
  })
}
