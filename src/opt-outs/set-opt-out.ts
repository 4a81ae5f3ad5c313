import { normalAddress } from '../channels/normal-address.ts'
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
  if (!address) throw invalidBody([{ pointer: '/uid', reason: invalidUid[channel] }])
  return database.writeFor(entityId, async (trx) => {
    if (opted_out) {
      await stopMessages(trx, database.engine.skipLocked, entityId, address, byStaff, now)
      return findOptOut(trx, entityId, address)
    }
    await liftOptOut(trx, entityId, address)
    return { ...address, opted_out }
  })
}

const invalidUid = {
  mobile: "must be a phone number with its country's code, such as +351912345678",
  email: 'must be an e-mail address',
}
