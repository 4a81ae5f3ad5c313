import { type SqlBool, sql } from 'kysely'
import { kindsWithStart } from '../../messages/delivery/kind.ts'
import { kindsAboutVisit, reachRank } from '../../messages/delivery/stored-reach.ts'
import { oneOf } from '../../platform/database/one-of.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { replacedOrWithdrawnStates } from '../../visits/state.ts'

/** The columns of `notifications` that `visitIsUnreached` reads. */
export const reachColumns = [
  'state',
  'created_at',
  'answered_at',
  'done_at',
  'test',
  'external_id',
  'category',
  'target',
  'contact_external_id',
] as const

/** *Not reached* (docs/words.md): whether staff have to call the contact, because no message has reached the contact and none is on its
 *  way. The contact of an open visit has not answered. Or the contact does not know that the clinic withdrew or moved the visit. A
 *  missed visit is in the list of those who did not come. History has no messages. */
export const visitIsUnreached = (entityId: string) => sql<SqlBool>`(notifications.created_at is not null and case
  when notifications.state = 'open' then
    notifications.answered_at is null and ${reachRank(entityId, kindsAboutVisit)} = 0
  when notifications.state in ${oneOf(replacedOrWithdrawnStates)} then ${expectsVisit(entityId)}
    and ${reachRank(entityId, ['withdrawn'])} = 0 and not ${knowsLater(entityId)} and notifications.done_at is null
  else false end)`

/** Whether the contact still expects the visit: the contact got a message about it or answered, and did not cancel. */
const expectsVisit = (entityId: string) => sql`(notifications.answered_at is not null
    or ${reachRank(entityId, kindsWithStart)} = 2)
  and coalesce((select action from actions where actions.entity_id = ${entityId}
      and actions.notification_id = notifications.notification_id and action in ${oneOf(answerNames)}
    order by sequence desc limit 1), '') <> 'cancel'`

/** Whether the contact knows the current visit by a later notification of its key. Messages to another contact, to whom the clinic
 *  gave the key, tell this contact nothing. */
const knowsLater = (entityId: string) => sql`((select count(*) from notifications as later
  where later.entity_id = ${entityId} and later.external_id = notifications.external_id
    and later.category = notifications.category and later.target = notifications.target
    and later.notification_id > notifications.notification_id and later.test = notifications.test
    and later.contact_external_id = notifications.contact_external_id
    and (later.answered_at is not null or later.arrived_at is not null
      or ${reachRank(entityId, kindsAboutVisit, 'later')} > 0)) > 0)`
