import { createContext } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Client, ProblemError } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import type { Session } from '../../shared/access/session.ts'
import { firstOf } from '../../shared/lists/first-of.ts'
import { listEntries } from './entries.ts'
import { keyOf, type Worklist } from './worklists.ts'

/** The results of the reminders, by number of contacts. */
interface Results {
  sent: number
  /** Each address got a reminder within the last hour, or has a message that is still to come. */
  recent: number
  failed: number
}

interface Question {
  list: Worklist
  /** The ids of the notifications. */
  ids: string[]
  /** Whether the list has more contacts than the run reminds. */
  hasMore: boolean
}

/** `sending` counts the contacts that are done. The service may refuse the credential before the end. */
type RemindState =
  | { state: 'ready' }
  | { state: 'reading'; list: Worklist }
  | { state: 'unread'; list: Worklist }
  | ({ state: 'asking' } & Question)
  | { state: 'sending'; list: Worklist; done: number; total: number }
  | { state: 'done'; list: Worklist; results: Results; isRefused: boolean }

// A list of one day or one week of most clinics. Each reminder is a request.
const maxReminders = 1_000

export type RemindLists = ReturnType<typeof useRemindLists>
export const RemindListsContext = createContext<RemindLists | undefined>(undefined)

/** Sends a reminder to each contact of a list, one after another, until somebody stops it. One run at a time: it goes on while
 *  somebody looks at another list, or at another part of the console. */
export function useRemindLists({ token, entity }: Session, today: string) {
  const [reminding, set] = useState<RemindState>({ state: 'ready' })
  const isStopped = useRef(false)
  const stop = () => {
    isStopped.current = true
  }
  useEffect(() => stop, [])

  async function ask(list: Worklist) {
    set({ state: 'reading', list })
    const client = connect(token, { retries: 1 })
    const entries = await firstOf(listEntries(client, entity.id, list, today), maxReminders + 1).catch(() => undefined)
    if (!entries) return set({ state: 'unread', list })
    const ids = entries.slice(0, maxReminders).map(({ id }) => id)
    set({ state: 'asking', list, ids, hasMore: entries.length > maxReminders })
  }

  async function send({ list, ids }: Question) {
    isStopped.current = false
    const client = connect(token, { retries: 1, timeoutMs: 15_000 })
    const results: Results = { sent: 0, recent: 0, failed: 0 }
    let isRefused = false
    for (const [done, id] of ids.entries()) {
      if (isStopped.current || isRefused) break
      set({ state: 'sending', list, done, total: ids.length })
      const error = await remind(client, entity.id, id)
      results[resultOf(error)]++
      isRefused = error instanceof ProblemError && (error.status === 401 || error.status === 403)
    }
    set({ state: 'done', list, results, isRefused })
  }

  return {
    /** The run of the list, or of another list if that one is under way. */
    of: (list: Worklist): RemindState =>
      reminding.state === 'ready' || reminding.state === 'sending' || keyOf(reminding.list) === keyOf(list)
        ? reminding
        : { state: 'ready' },
    ask,
    send,
    stop,
    leave: () => set({ state: 'ready' }),
  }
}

/** Returns the error of a reminder that the service did not send. */
const remind = (client: Client, entityId: string, id: string): Promise<unknown> =>
  client.remind(entityId, id).then(
    () => undefined,
    (error) => error,
  )

function resultOf(error: unknown): keyof Results {
  if (error === undefined) return 'sent'
  return error instanceof ProblemError && error.code === 'reminded-recently' ? 'recent' : 'failed'
}
