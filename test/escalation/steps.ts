import { hours } from '../../src/platform/time/instant.ts'
import { addEntity, removeOrImportEntity, retireOrRestore } from './entity-steps.ts'
import { putAccessRules, removeAccessRule, setAccessRule } from './rule-steps.ts'
import { pick, type Run } from './run.ts'
import { endSession, signIn } from './session-steps.ts'
import { createToken, revokeToken, rotateToken } from './token-steps.ts'

/** Sessions end after 12 hours, and some access tokens expire. */
async function waitHours({ rollcall, world }: Run) {
  rollcall.clock.time += hours(13)
  for (const holder of world.holders) if (holder.kind === 'session') holder.isEnded = true
}

/** Each occurs as often as it is in the list. */
const steps = [
  ...[createToken, createToken, createToken, rotateToken, rotateToken, revokeToken],
  ...[setAccessRule, putAccessRules, putAccessRules, removeAccessRule, signIn, signIn, signIn, endSession],
  ...[addEntity, addEntity, removeOrImportEntity, retireOrRestore],
]

/** Makes one random change by a random credential, which the service must allow or refuse as the model does. */
export const takeStep = (run: Run) => (run.random(60) === 0 ? waitHours : pick(run, steps))(run)
