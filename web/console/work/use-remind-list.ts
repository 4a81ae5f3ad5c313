import { useEffect, useRef, useState } from 'preact/hooks'
import { type Client, ProblemError } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'

/** The results of the reminders, by number of contacts. */
interface Results {
  sent: number
  /** Each address got a reminder within the last hour, or has a message that is still to come. */
  recent: number
  failed: number
}

/** `asking` knows the notifications; `sending` counts those that are done. */
export type Reminding =
  | { state: 'ready' }
  | { state: 'reading' }
  | { state: 'unread' }
  | { state: 'asking'; ids: string[] }
  | { state: 'sending'; done: number; total: number }
  | { state: 'done'; results: Results }

/** Sends a reminder to each contact of a list, one after another, until somebody stops it.
 *  @param readIds reads the notifications of the list */
export function useRemindList(
  { token, entity }: Session,
  readIds: (client: Client) => Promise<string[]>,
  onEnd: () => void,
) {
  const [reminding, set] = useState<Reminding>({ state: 'ready' })
  const isStopped = useRef(false)
  const stop = () => {
    isStopped.current = true
  }
  useEffect(() => stop, [])

  async function ask() {
    set({ state: 'reading' })
    const ids = await readIds(connect(token, { retries: 1 })).catch(() => undefined)
    set(ids ? { state: 'asking', ids } : { state: 'unread' })
  }

  async function send(ids: string[]) {
    isStopped.current = false
    const client = connect(token, { retries: 1, timeoutMs: 15_000 })
    const results: Results = { sent: 0, recent: 0, failed: 0 }
    for (const [done, id] of ids.entries()) {
      if (isStopped.current) break
      set({ state: 'sending', done, total: ids.length })
      results[await remind(client, id)]++
    }
    set({ state: 'done', results })
    onEnd()
  }

  const remind = (client: Client, id: string): Promise<keyof Results> =>
    client.remind(entity.id, id).then(
      () => 'sent',
      (error) => (error instanceof ProblemError && error.code === 'reminded-recently' ? 'recent' : 'failed'),
    )

  return { reminding, ask, send, stop, leave: () => set({ state: 'ready' }) }
}
