import { applyRules } from '../src/notifications/zone-rules/apply-rules.ts'
import type { Rollcall } from './rollcall.ts'

/** Makes a visit one of earlier time-zone rules, by which it began an hour earlier. */
export async function underEarlierRules({ database }: Rollcall, id: string) {
  const visit = database.selectFrom('notifications').select('params').where('notification_id', '=', id)
  const params = JSON.parse((await visit.executeTakeFirstOrThrow()).params)
  const earlier = JSON.stringify({ ...params, hour: String(params.hour - 1) })
  const submitted = { params: earlier, digest: 'earlier', latest_submission: 'earlier' }
  await database.updateTable('notifications').set(submitted).where('notification_id', '=', id).execute()
}

/** Applies the rules of this process, as those of a release. */
export async function applyRelease({ database, clock }: Rollcall, version: string) {
  while ((await applyRules(database, version, clock.now())) > 0);
}

/** Marks a visit, which then has the local time of an hour earlier on record. */
export async function changeClock(rollcall: Rollcall, id: string) {
  await underEarlierRules(rollcall, id)
  await applyRelease(rollcall, '2030a')
}
