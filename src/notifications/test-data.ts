import type { Kysely } from 'kysely'
import { isTestEvent } from '../log/events/log.ts'
import { findToken, type VisitReference } from '../messages/check-in/find-checkin.ts'
import type { Schema } from '../platform/database/schema.ts'
import { Problem } from '../platform/errors/errors.ts'
import type { Feature } from '../platform/http/feature.ts'

interface Params {
  token?: string
  notification_id: string
  sequence: number
  webhook_id: string
}

/** Keeps test tokens from changing real visits, their events, and the clinic's webhooks. The contact would not learn of the change, and
 *  the clinic could not tell it from a real one. A record never becomes a test or ceases to be one, so the check needs no lock. */
export const testData: Feature = (app, { database }) => {
  app.addHook('preHandler', async ({ isTest, entityId, params, routeOptions }) => {
    const { tests } = routeOptions.config
    if (!isTest || tests === undefined || tests === 'any') return
    if (await isReal[tests](database, entityId, params as Params)) throw new Problem('test-token')
  })
}

/** Whether the record is real. False for one that does not exist: the route responds. */
const isReal = {
  visit: (database, entityId, { token, notification_id: id }) =>
    isRealVisit(database, entityId, token === undefined ? { id } : { token }),

  async event(database, entityId, { sequence }) {
    const row = await database
      .selectFrom('events')
      .select('sequence')
      .where('entity_id', '=', entityId)
      .where('sequence', '=', sequence)
      .where(({ not }) => not(isTestEvent))
      .executeTakeFirst()
    return row !== undefined
  },

  async webhook(database, entityId, { webhook_id }) {
    const row = await database
      .selectFrom('webhooks')
      .select('test_token_id')
      .where('entity_id', '=', entityId)
      .where('webhook_id', '=', webhook_id)
      .executeTakeFirst()
    return row?.test_token_id === null
  },
} satisfies Record<string, (database: Kysely<Schema>, entityId: string, params: Params) => Promise<boolean>>

async function isRealVisit(database: Kysely<Schema>, entityId: string, visit: VisitReference): Promise<boolean> {
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
