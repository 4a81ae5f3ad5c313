import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { OutboxContext } from '../delivery/outbox.ts'
import type { Worker } from '../delivery/worker.ts'
import { isUnavailable } from '../errors.ts'
import type { Clock } from '../instant.ts'
import { dueReminders, remindDue } from './remind.ts'

const pollEveryMs = 1_000

export interface ReminderContext extends OutboxContext {
  database: Database
  /** Returns the clock for the next reminders, or undefined after a jump of the wall clock. */
  steadyClock: () => Clock | undefined
  log: FastifyBaseLogger
}

/** Sends due reminders until stopped. Several processes share them. */
export function startReminding(context: ReminderContext): Worker {
  const { database, steadyClock, log } = context
  const stopping = new AbortController()
  const { signal } = stopping
  const scan = dueReminders(database)
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }

  async function run() {
    while (!signal.aborted) {
      const clock = steadyClock()
      const due = clock ? await remindDue(database, context, scan, clock).catch(logFailure) : 0
      if (!due) await delay(pollEveryMs, undefined, { signal }).catch(() => {})
    }
  }

  /** The worker of deliveries reports an absent database. */
  function logFailure(err: unknown) {
    if (!isUnavailable(err)) log.error({ err }, 'Cannot send reminders')
  }
}
