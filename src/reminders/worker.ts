import type { Database } from '../database/database.ts'
import type { OutboxContext } from '../delivery/outbox.ts'
import type { Clock } from '../instant.ts'
import type { Work } from '../scheduling/workers.ts'
import { dueReminders, remindDue } from './remind.ts'

export interface ReminderContext extends OutboxContext {
  database: Database
  /** Returns the clock for the next reminders, or undefined after a jump of the wall clock. */
  steadyClock: () => Clock | undefined
}

/** The due reminders. Several processes share them. */
export function reminderWork(context: ReminderContext): Work {
  const { database, steadyClock } = context
  const scan = dueReminders(database)
  return {
    name: 'reminders',
    slots: 1,
    async startDue() {
      const clock = steadyClock()
      return clock ? remindDue(database, context, scan, clock) : 0
    },
  }
}
