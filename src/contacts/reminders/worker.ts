import type { OutboxContext } from '../../messages/delivery/outbox.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audit } from '../../platform/privacy/audit.ts'
import type { SteadyClock } from '../../platform/scheduling/steady-clock.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import { dueReminders, remindDue, reminderWorkName } from './remind.ts'

export interface ReminderContext extends OutboxContext {
  database: Database
  steadyClock: SteadyClock
  audit: Audit
}

/** The due reminders. Several processes share them. */
export function reminderWork(context: ReminderContext): Work {
  const { database, steadyClock } = context
  const scan = dueReminders(database)
  return {
    name: reminderWorkName,
    personal: 'contact',
    slots: 1,
    async startDue() {
      const clock = await steadyClock.next()
      return clock ? remindDue(database, context, scan, clock) : 0
    },
  }
}
