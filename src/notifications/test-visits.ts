import type { Kysely } from 'kysely'
import { findToken, type VisitReference } from '../checkin/find-checkin.ts'
import type { Schema } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import type { Feature } from '../http/feature.ts'

/** Keeps test tokens from changing real visits: a contact would neither learn of the change, nor could the clinic tell it from a
 *  real one. Whether a visit is a test never changes, so the check needs no lock. */
export const testVisits: Feature = (app, { database }) => {
  app.addHook('preHandler', async ({ isTest, entityId, params, routeOptions }) => {
    if (!isTest || routeOptions.config.tests !== 'visit') return
    const { token, notification_id: id } = params as { token?: string; notification_id: string }
    const visit = token === undefined ? { id } : { token }
    if (await isReal(database, entityId, visit)) throw new Problem('test-token')
  })
}

/** Returns false for an unknown visit: the route responds. */
async function isReal(database: Kysely<Schema>, entityId: string, visit: VisitReference): Promise<boolean> {
  const id = 'id' in visit ? visit.id : (await findToken(database, entityId, visit.token))?.notification_id
  if (id === undefined) return false
  const row = await database
    .selectFrom('notifications')
    .select('test')
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirst()
  return row?.test === 0
}
