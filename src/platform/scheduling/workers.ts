import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isUnavailable } from '../errors/errors.ts'
import type { PersonalUse } from '../privacy/personal-use.ts'

const pollEveryMs = 1_000
const slowAfterMs = 1_000
const abortAfterMs = 2_000

export interface Worker {
  /** Starts no more tasks. Resolves when the current ones have ended. */
  stop(): Promise<void>
}

/** Due tasks of one kind. */
export interface Work {
  /** Names the work in the log. */
  name: string
  /** Whose data it sends or changes. */
  personal: PersonalUse
  /** How many of them run at the same time. A task that takes longer than a second gives up its slot, so that slow servers do
   *  not delay others. At most twice as many tasks as slots are in progress. */
  slots: number
  /** Starts due tasks. Returns how many were due, which includes those that another process takes first. */
  startDue(slots: Slots): Promise<number>
}

/** The slots that are free. */
interface Slots {
  free: number
  start(task: Promise<void>): void
  /** Makes the worker start nothing for some milliseconds. */
  pause(ms: number): void
  /** Aborted when the worker stops. */
  signal: AbortSignal
  /** Aborted 2 s after `signal`. It ends a task that another process can repeat. */
  abortSignal: AbortSignal
}

/** Runs due tasks until stopped. Each kind has its own slots: the next task starts as soon as one ends. Without a due task, it
 *  polls every second, since another process may have added one.
 *  @param onReturn is called when the database is available again */
export function startWorkers(log: FastifyBaseLogger, work: Work[], onReturn: () => void = () => {}): Worker {
  const stopping = new AbortController()
  const aborting = new AbortController()
  const { signal } = stopping
  const { signal: abortSignal } = aborting
  let isDatabaseAway = false
  const running = Promise.all(work.map(run))
  return {
    async stop() {
      stopping.abort()
      const abort = setTimeout(() => aborting.abort(), abortAfterMs)
      await running
      clearTimeout(abort)
    },
  }

  async function run({ name, slots, startDue }: Work) {
    const inProgress = new Set<Promise<void>>()
    const inSlots = new Set<Promise<void>>()
    const freeSlots = () => Math.min(slots - inSlots.size, 2 * slots - inProgress.size)
    let freed = Promise.withResolvers<void>()
    let pauseMs = 0
    const start = (task: Promise<void>) => void follow(task.catch((error) => logFailure(name, error)))
    const pause = (ms: number) => {
      pauseMs = Math.max(pauseMs, ms)
    }
    while (!signal.aborted) {
      try {
        const due = await startDue({ free: freeSlots(), start, pause, signal, abortSignal })
        if (isDatabaseAway) logReturn()
        if (due === 0) await waitFor(pollEveryMs)
      } catch (error) {
        logFailure(name, error)
        await waitFor(pollEveryMs)
      }
      while (freeSlots() <= 0) await freed.promise
      const ms = pauseMs
      pauseMs = 0
      if (ms > 0) await waitFor(ms)
    }
    await Promise.all(inProgress)

    async function follow(task: Promise<void>) {
      inProgress.add(task)
      inSlots.add(task)
      const slow = setTimeout(leave, slowAfterMs)
      await task
      clearTimeout(slow)
      inProgress.delete(task)
      leave()

      function leave() {
        inSlots.delete(task)
        freed.resolve()
        freed = Promise.withResolvers()
      }
    }
  }

  function waitFor(ms: number) {
    return delay(ms, undefined, { signal }).catch(() => {})
  }

  /** An absent database makes every poll fail: only the first failure is logged. */
  function logFailure(name: string, err: unknown) {
    if (!isUnavailable(err)) {
      log.error({ err }, `Cannot process ${name}`)
      return
    }
    if (!isDatabaseAway) log.warn({ err }, 'The database is unavailable. Messages and webhooks wait for it.')
    isDatabaseAway = true
  }

  function logReturn() {
    isDatabaseAway = false
    log.warn('The database is available again. Messages and webhooks continue.')
    onReturn()
  }
}
