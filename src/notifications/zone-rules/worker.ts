import type { SteadyClock } from '../../platform/scheduling/steady-clock.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import { zoneRulesInUse } from '../../platform/time/zones/zones.ts'
import { applyRules, type RulesContext, rulesWorkName } from './apply-rules.ts'

/** Applies the time-zone rules of this process to the visits, once after the start: a process never changes its rules. */
export function rulesWork({ steadyClock, ...context }: RulesContext & { steadyClock: SteadyClock }): Work {
  let isDone = false
  return {
    name: rulesWorkName,
    personal: 'contact',
    slots: 1,
    async startDue() {
      const clock = isDone ? undefined : await steadyClock.next()
      if (!clock) return 0
      const count = await applyRules(context, zoneRulesInUse.version, clock.now())
      isDone = count === 0
      return count
    },
  }
}
