import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eraseReturned } from '../src/administration/erasure/erase-returned.ts'
import { eraseDue } from '../src/administration/erasure/worker.ts'
import { fileSender } from '../src/channels/file-sender.ts'
import { mobile } from '../src/channels/mobile/mobile.ts'
import type { Senders } from '../src/channels/open-channels.ts'
import { channelNames, findChannel } from '../src/channels/registry.ts'
import { dueReminders, remindDue } from '../src/contacts/reminders/remind.ts'
import { incoming } from '../src/contacts/replies/incoming.ts'
import { writeQuestion } from '../src/contacts/replies/write-question.ts'
import type { WorkContext } from '../src/messages/delivery/context.ts'
import { dueDeliveries } from '../src/messages/delivery/due-deliveries.ts'
import { startDue } from '../src/messages/delivery/worker.ts'
import type { Config } from '../src/platform/config/config.ts'
import { steadyClock } from '../src/platform/scheduling/steady-clock.ts'
import type { Clock } from '../src/platform/time/instant.ts'
import { webhookWork } from '../src/systems/webhooks/worker.ts'

/** Returns senders that write into the files of a folder, in place of servers. */
export const fileSenders = (outbox: string) =>
  Object.fromEntries(
    channelNames.map((name) => [name, fileSender(findChannel(name), outbox, { outcome: 'accepted' })]),
  ) as Senders

type Context = Pick<WorkContext, 'database' | 'secret' | 'log' | 'audit'> & { clock: Clock } & Pick<
    Parameters<typeof webhookWork>[0],
    'metrics'
  > & { config: Config }

/** The work that the service does by timers, for tests to do when they need it. */
export function workOf(context: Context, folder: string) {
  const { database, config, secret, clock, log, audit } = context
  const began = clock.monotonic()
  let clockOfWork = steadyClock(clock)
  /** The context of deliveries, by default into files. */
  const sending = (senders: Partial<Senders> = {}, key = secret): WorkContext => ({
    database,
    secret: key,
    steadyClock: clockOfWork,
    log,
    audit,
    config,
    senders: { ...fileSenders(folder), ...senders },
    writeQuestion,
    origin: () => 'https://rollcall.test',
  })
  return {
    sending,
    /** Begins the grace period after a start. */
    restart() {
      clockOfWork = steadyClock(clock)
    },
    /** Attempts due deliveries, by default into files. Returns the number of attempts. */
    deliver: (senders: Partial<Senders> = {}, key = secret) => deliverDue(sending(senders, key)),
    /** Gives due webhooks a turn each. Returns the number that were due. */
    pushEvents: () => pushDue({ ...context, steadyClock: clockOfWork }),
    /** Looks at the due reminders. Returns the number of notifications that were due. */
    async remind() {
      const batch = await clockOfWork.next()
      if (!batch) return 0
      // A test of earlier days is not about the grace period after a start.
      const graceEndsAt = clock.monotonic() < began ? 0 : batch.graceEndsAt
      return remindDue(database, { secret, config, audit }, dueReminders(database), { ...batch, graceEndsAt })
    },
    /** Works on the erasures that have been requested. */
    async erase() {
      while ((await eraseDue({ database, audit, outbox: folder }, clock.now())) > 0);
    },
    /** Looks for erased contacts who are back, as after a start. */
    eraseReturned: () => eraseReturned(database, secret, new AbortController().signal),
    /** Receives receipts and replies. */
    incoming: incoming({ database, config, secret, clock, log, audit }, mobile.name),
    /** Returns the contents of the outbox files with this ending. */
    outbox: (ending: string) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
  }
}

async function deliverDue(context: WorkContext) {
  let attempted = 0
  for (const channel of channelNames) {
    const attempts: Promise<unknown>[] = []
    await startDue(context, dueDeliveries(context, channel), 10, (attempt) => {
      attempt.catch(() => {})
      attempts.push(attempt)
    })
    await Promise.allSettled(attempts)
    await Promise.all(attempts)
    attempted += attempts.length
  }
  return attempted
}

async function pushDue(context: Parameters<typeof webhookWork>[0]) {
  const turns: Promise<void>[] = []
  const work = webhookWork(context)
  const { signal } = new AbortController()
  const due = await work.startDue({
    free: work.slots,
    start: (turn) => turns.push(turn),
    pause() {},
    signal,
    abortSignal: signal,
  })
  await Promise.all(turns)
  return due
}
