import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { applyRelease, changeClock, underEarlierRules } from '../../../test/earlier-rules.ts'
import { entity } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { byVisit, eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { item, notify } from '../../../test/submission.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { applyRules } from './apply-rules.ts'

const visitAt = (hour: string) => ({ params: { ...item().params, when: `2026-04-20T${hour}:30:00+01:00` } })

const changed = async ({ get }: Rollcall): Promise<string[]> =>
  (await get(byVisit('2026-04-20', '2026-04-20', '?clock_changed=true'))).json().map(({ id }: { id: string }) => id)

const status = async (rollcall: Rollcall, id: string) =>
  (await rollcall.get(`/v1/notifications/clinica-lisboa/${id}`)).json()

describe('a visit whose local time changes with new time-zone rules', () => {
  eachEngine(
    'keeps its instant, and is in a list with the recorded time until the clinic decides',
    async (rollcall) => {
      const { id } = await notify(rollcall, visitAt('09'))
      await notify(rollcall, { ...visitAt('11'), external_id: 'A-2' })
      await underEarlierRules(rollcall, id)
      expect(await changed(rollcall)).toEqual([])
      await applyRelease(rollcall, '2030a')
      expect(await changed(rollcall)).toEqual([id])
      const marked = { starts_at: '2026-04-20T08:30:00.000000+00:00', recorded_time: '2026-04-20T08:30' }
      expect(await status(rollcall, id)).toMatchObject(marked)
      // The clinic's own system submits all visits every night. Its rules may be the earlier ones.
      expect((await notify(rollcall, visitAt('09'))).id).toBe(id)
      await notify(rollcall, visitAt('09'))
      await applyRelease(rollcall, '2030b')
      expect(await changed(rollcall)).toEqual([id])
      expect(await status(rollcall, id)).toMatchObject(marked)
    },
  )

  eachEngine('leaves the list if still newer rules give it its recorded time again', async (rollcall) => {
    const { id } = await notify(rollcall, visitAt('09'))
    await changeClock(rollcall, id)
    expect(await changed(rollcall)).toEqual([id])
    await rollcall.database.updateTable('notifications').set({ recorded_time: '2026-04-20T09:30' }).execute()
    await applyRelease(rollcall, '2030b')
    expect(await changed(rollcall)).toEqual([])
  })

  eachEngine('keeps its local time, answer and code if the clinic submits it so', async (rollcall) => {
    const { mobile, texts } = await messageCentre(rollcall)
    const one = await contact(rollcall, visitAt('09'))
    await rollcall.deliver({ mobile })
    await one.answer('confirm')
    const token = await one.token()
    await changeClock(rollcall, one.id)
    const again = await notify(rollcall, visitAt('08'))
    expect(again.id).toBe(one.id)
    expect(await changed(rollcall)).toEqual([])
    expect(await status(rollcall, one.id)).toMatchObject({
      state: 'confirmed',
      starts_at: '2026-04-20T07:30:00.000000+00:00',
    })
    expect(await one.token()).toBe(token)
    await rollcall.deliver({ mobile })
    expect(texts()).toHaveLength(1)
  })

  eachEngine('is moved by a third time, and the contact reads the recorded time as the old one', async (rollcall) => {
    const { mobile, texts } = await messageCentre(rollcall)
    const { id } = await contact(rollcall, visitAt('09'))
    await rollcall.deliver({ mobile })
    await changeClock(rollcall, id)
    expect((await notify(rollcall, visitAt('15'))).id).not.toBe(id)
    await rollcall.deliver({ mobile })
    expect(texts()[1]).toMatch(/15:30.*8:30/)
  })

  eachEngine('is withdrawn with the time that the contact knows', async (rollcall) => {
    const { mobile, texts } = await messageCentre(rollcall)
    const { id } = await contact(rollcall, visitAt('09'))
    await rollcall.deliver({ mobile })
    await changeClock(rollcall, id)
    await rollcall.post(`/v1/notifications/clinica-lisboa/${id}/cancellation`)
    await rollcall.deliver({ mobile })
    expect(texts()[1]).toContain('8:30')
  })

  eachEngine('gets no reminder before that', async (rollcall) => {
    const { mobile, texts } = await messageCentre(rollcall)
    const { id } = await contact(rollcall, visitAt('15'))
    await rollcall.deliver({ mobile })
    await changeClock(rollcall, id)
    rollcall.clock.time = parseInstant('2026-04-18T15:00:00Z')!
    await rollcall.remind()
    await rollcall.deliver({ mobile })
    expect(texts()).toHaveLength(1)
    await notify(rollcall, visitAt('14'))
    rollcall.clock.time = parseInstant('2026-04-20T11:00:00Z')!
    while ((await rollcall.remind()) > 0);
    await rollcall.deliver({ mobile })
    expect(texts()).toHaveLength(2)
  })

  eachEngine('is marked once per release, and not by a process with older rules', async (rollcall) => {
    await rollcall.given(entity())
    expect(await applyRules(rollcall.database, '2030a', 0)).toBe(1)
    for (const version of ['2030a', '2029c']) expect(await applyRules(rollcall.database, version, 0)).toBe(0)
    expect(await applyRules(rollcall.database, '2030b', 0)).toBe(1)
  })
})
