import type { FastifyRequest } from 'fastify'
import type { AlternativeScope } from '../../access/guard/guard.ts'
import { listedEntity } from '../../entities/listed-entity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'

/** The scope of the front desk is sufficient for the visits from yesterday to tomorrow, in the entity's zone. */
export const nearDays = (database: Database, clock: Clock): AlternativeScope => ({
  scope: 'checkin:read',
  appliesTo: 'days from yesterday to tomorrow',
  async isEnough({ params }, isGranted) {
    const { entity_id, start_date, end_date } = params as Record<'entity_id' | 'start_date' | 'end_date', string>
    const timeZone = isGranted ? (await listedEntity(database, entity_id)).timeZone : 'UTC'
    const today = inZone(clock.now(), timeZone).toPlainDate()
    return [start_date, end_date].every((day) => isNear(day, today))
  },
})

/** Whether the request is one of a front desk about these days. */
export const isOfDesk = async (desk: AlternativeScope, request: FastifyRequest) =>
  request.credentialScopes.has(desk.scope) && desk.isEnough(request, true)

function isNear(day: string, today: Temporal.PlainDate): boolean {
  try {
    return Math.abs(today.until(day).days) <= 1
  } catch {
    return false
  }
}
