import { normalAddress } from '../channels/address.ts'
import { findChannel } from '../channels/registry.ts'
import type { Database } from '../database/database.ts'
import type { Instant } from '../instant.ts'
import { invalidBody } from '../invalid-body.ts'
import { liftOptOut, stopMessages } from './opt-out.ts'
import { findOptOut, type OptedIn, type OptOut, type OptOutChange } from './opt-outs.ts'

const byStaff = { reason: 'staff', notification_id: null } as const

/** Sets or lifts the opt-out of an address for staff. An earlier opt-out of the address stays as it is.
 *  @throws Problem invalid-body */
export async function setOptOut(
  database: Database,
  entityId: string,
  { channel, uid, opted_out }: OptOutChange,
  now: Instant,
): Promise<OptOut | OptedIn> {
  const address = normalAddress({ channel, uid }, undefined)
  if (!address) throw invalidBody([{ pointer: '/uid', reason: findChannel(channel).address.faults.alone }])
  return database.writeFor(entityId, async (trx) => {
    if (opted_out) {
      await stopMessages(trx, database.engine.skipLocked, entityId, address, byStaff, now)
      return findOptOut(trx, entityId, address)
    }
    await liftOptOut(trx, entityId, address)
    return { ...address, opted_out }
  })
}
