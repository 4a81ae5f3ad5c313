import type { Database } from '../../platform/database/database.ts'
import type { SteadyClock } from '../../platform/scheduling/steady-clock.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import { zoneRulesInUse } from '../../platform/time/zones/zones.ts'
import { applyRules } from './apply-rules.ts'

/** Applies the time-zone rules of this process to the visits, once after the start: a process never changes its rules. */
export function rulesWork({ database, steadyClock }: { database: Database; steadyClock: SteadyClock }): Work {
  let isDone = false
  return {
    name: 'time-zone rules',
    personal: 'contact',
    slots: 1,
    async startDue() {
      const clock = isDone ? undefined : await steadyClock.next()
      if (!clock) return 0
      const count = await applyRules(database, zoneRulesInUse.version, clock.now())
      isDone = count === 0
      return count
    },
  }
}
