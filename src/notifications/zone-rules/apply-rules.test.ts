import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { byVisit, eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { item, notify } from '../../../test/submission.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { applyRules } from './apply-rules.ts'

const visitAt = (hour: string) => ({ params: { ...item().params, when: `2026-04-20T${hour}:30:00+01:00` } })

/** Makes a visit one of earlier rules, by which it began an hour earlier. */
async function underEarlierRules({ database }: Rollcall, id: string) {
  const visit = database.selectFrom('notifications').select('params').where('notification_id', '=', id)
  const params = JSON.parse((await visit.executeTakeFirstOrThrow()).params)
  const earlier = JSON.stringify({ ...params, hour: String(params.hour - 1) })
  const submitted = { params: earlier, digest: 'earlier', latest_submission: 'earlier' }
  await database.updateTable('notifications').set(submitted).where('notification_id', '=', id).execute()
}

const apply = async ({ database, audit, clock }: Rollcall, version: string) => {
  while ((await applyRules({ database, audit }, version, clock.now())) > 0);
}

const changed = async ({ get }: Rollcall): Promise<string[]> =>
  (await get(byVisit('2026-04-20', '2026-04-20', '?clock_changed=true'))).json().map(({ id }: { id: string }) => id)

const startOf = async (rollcall: Rollcall, id: string) =>
  (await rollcall.get(`/v1/notifications/clinica-lisboa/${id}`)).json().starts_at

describe('a visit whose local time changes with new time-zone rules', () => {
  eachEngine('keeps its instant, and is in a list until the clinic submits it again', async (rollcall) => {
    const { id } = await notify(rollcall, visitAt('09'))
    await notify(rollcall, { ...visitAt('11'), external_id: 'A-2' })
    await underEarlierRules(rollcall, id)
    expect(await changed(rollcall)).toEqual([])
    await apply(rollcall, '2030a')
    expect(await changed(rollcall)).toEqual([id])
    expect(await startOf(rollcall, id)).toBe('2026-04-20T08:30:00.000000+00:00')
    const again = await notify(rollcall, visitAt('09'))
    expect(again.id).toBe(id)
    expect(await changed(rollcall)).toEqual([])
  })

  eachEngine('can be moved, so that the local time stays', async (rollcall) => {
    const { id } = await notify(rollcall, visitAt('09'))
    await underEarlierRules(rollcall, id)
    await apply(rollcall, '2030a')
    const moved = await notify(rollcall, visitAt('08'))
    expect(moved.id).not.toBe(id)
    expect(await changed(rollcall)).toEqual([])
  })

  eachEngine('gets no reminder before that', async (rollcall) => {
    const { mobile, texts } = await messageCentre(rollcall)
    const { id } = await contact(rollcall, visitAt('15'))
    await rollcall.deliver({ mobile })
    await underEarlierRules(rollcall, id)
    await apply(rollcall, '2030a')
    rollcall.clock.time = parseInstant('2026-04-18T15:00:00Z')!
    await rollcall.remind()
    await rollcall.deliver({ mobile })
    expect(texts()).toHaveLength(1)
    await notify(rollcall, visitAt('15'))
    rollcall.clock.time = parseInstant('2026-04-20T12:00:00Z')!
    await rollcall.remind()
    await rollcall.deliver({ mobile })
    expect(texts()).toHaveLength(2)
  })

  eachEngine('is marked once per release, and not by a process with older rules', async (rollcall) => {
    await rollcall.given(entity())
    expect(await applyRules(rollcall, '2030a', 0)).toBe(1)
    for (const version of ['2030a', '2029c']) expect(await applyRules(rollcall, version, 0)).toBe(0)
    expect(await applyRules(rollcall, '2030b', 0)).toBe(1)
  })
})
