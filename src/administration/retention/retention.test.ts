import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { deleteAt } from '../../../test/retention.ts'
import { byDate, eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { item } from '../../../test/submission.ts'
import { minutes } from '../../platform/time/instant.ts'

const notifications = '/v1/notifications/clinica-lisboa'
const settings = '/v1/entities/clinica-lisboa/retention'
const number = '+351912345678'

/** A visit on 30 March 2026 with a wish, a note, a reply and an arrival. */
async function usedVisit(rollcall: Rollcall, over: Partial<ReturnType<typeof item>> = {}) {
  const { mobile, reply } = await messageCentre(rollcall)
  const one = await contact(rollcall, item(over))
  await rollcall.deliver({ mobile })
  await one.answer('reschedule', 'In the morning')
  await rollcall.post(`${notifications}/${one.id}/notes`, { text: 'Has called' })
  await reply('Is there parking?', number)
  return { ...one, reply }
}

const rowsOf = async ({ database }: Rollcall) => {
  const count = async (table: 'replies' | 'notes') =>
    (await database.selectFrom(table).select('entity_id').execute()).length
  const { contact_external_id, wish } = await database
    .selectFrom('notifications')
    .select(['contact_external_id', 'wish'])
    .executeTakeFirstOrThrow()
  const texts = await database.selectFrom('events').select('details').where('kind', '=', 'reply').execute()
  return {
    contact: contact_external_id,
    wish,
    replies: await count('replies'),
    notes: await count('notes'),
    texts: texts.map(({ details }) => JSON.parse(details).text),
  }
}

const whole = { contact: 'P-77', wish: 'In the morning', replies: 1, notes: 1, texts: ['Is there parking?'] }
const withoutReplies = { ...whole, replies: 0, texts: [''] }

describe('the deletion at night', () => {
  eachEngine('deletes texts of contacts 180 days after the visit, and nothing else by default', async (rollcall) => {
    await usedVisit(rollcall)
    await deleteAt(rollcall, '2026-09-26T02:00:00Z')
    expect(await rowsOf(rollcall)).toEqual(whole)
    await deleteAt(rollcall, '2026-09-27T02:00:00Z')
    expect(await rowsOf(rollcall)).toEqual(withoutReplies)
    await deleteAt(rollcall, '2066-09-27T02:00:00Z')
    expect(await rowsOf(rollcall)).toEqual(withoutReplies)
    expect(await rollcall.metrics.render()).toContain('rollcall_removed_rows_total{table="replies"} 1')
  })

  eachEngine('works from 1 to 5 in the zone of the clinic, and once a night', async (rollcall) => {
    await usedVisit(rollcall)
    const changed = await rollcall.patch(
      '/v1/entities/clinica-lisboa',
      { time_zone: 'Asia/Kolkata' },
      { 'if-match': '*' },
    )
    expect(changed.json()).toMatchObject({ time_zone: 'Asia/Kolkata' })
    for (const time of ['2026-12-31T23:30:00Z', '2027-01-01T19:00:00Z']) {
      await deleteAt(rollcall, time)
      expect(await rowsOf(rollcall)).toEqual(whole)
    }
    expect(await deleteAt(rollcall, '2027-01-01T19:30:00Z')).toBeGreaterThan(0)
    expect(await rowsOf(rollcall)).toEqual(withoutReplies)
  })

  eachEngine('works by day after two nights without it, on a machine that is off at night', async (rollcall) => {
    await usedVisit(rollcall)
    const whole = await rowsOf(rollcall)
    for (const day of ['2027-01-11', '2027-01-12']) {
      await deleteAt(rollcall, `${day}T10:00:00Z`)
      expect(await rowsOf(rollcall)).toEqual(whole)
    }
    await deleteAt(rollcall, '2027-01-13T10:00:00Z')
    expect(await rowsOf(rollcall)).not.toEqual(whole)
  })

  eachEngine('waits for an hour after a start, because a wrong clock would delete too much', async (rollcall) => {
    await usedVisit(rollcall)
    const whole = await rowsOf(rollcall)
    await deleteAt(rollcall, '2027-01-15T02:00:00Z', Infinity, minutes(59))
    expect(await rowsOf(rollcall)).toEqual(whole)
    await deleteAt(rollcall, '2027-01-15T02:00:00Z', Infinity, minutes(61))
    expect(await rowsOf(rollcall)).not.toEqual(whole)
  })

  eachEngine('leaves the data of a held contact, until the hold is released', async (rollcall) => {
    const { reply } = await usedVisit(rollcall)
    await rollcall.put(settings, { notifications: 'P30D' })
    const holds = '/v1/holds/clinica-lisboa'
    const { id } = (await rollcall.post(holds, { contact_external_id: 'P-77', reason: 'Lawsuit' })).json()
    rollcall.clock.time += 15 * 86_400_000_000
    await reply('Where is my invoice?', number)
    await deleteAt(rollcall, '2026-07-01T02:00:00Z')
    const held = { ...whole, replies: 2, texts: [...whole.texts, 'Where is my invoice?'] }
    expect(await rowsOf(rollcall)).toEqual(held)
    await rollcall.remove(`${holds}/${id}`)
    const other = (await rollcall.post(holds, { reason: 'Inspection' })).json()
    await deleteAt(rollcall, '2026-07-02T02:00:00Z')
    expect(await rowsOf(rollcall)).toEqual(held)
    await rollcall.remove(`${holds}/${other.id}`)
    await deleteAt(rollcall, '2026-07-03T02:00:00Z')
    expect(await rowsOf(rollcall)).toEqual({ contact: '', wish: null, replies: 0, notes: 0, texts: ['', ''] })
  })

  eachEngine(
    'finds a note, and a visit of a history file, that come after the visits of their day',
    async (rollcall) => {
      const { id } = await usedVisit(rollcall)
      await rollcall.put(settings, { notes: 'P30D' })
      await deleteAt(rollcall, '2026-05-02T02:00:00Z')
      expect((await rowsOf(rollcall)).notes).toBe(0)
      await rollcall.post(`${notifications}/${id}/notes`, { text: 'Has called again' })
      expect((await rowsOf(rollcall)).notes).toBe(1)
      await deleteAt(rollcall, '2026-05-03T02:00:00Z')
      expect((await rowsOf(rollcall)).notes).toBe(0)
    },
  )

  eachEngine('continues after it was stopped between two batches', async (rollcall) => {
    const days = Array.from({ length: 250 }, (_, index) => ({ external_id: `A-${index}` }))
    await rollcall.given(entity())
    await rollcall.post(notifications, { category: 'medical', target: 'appointment', notifications: days.map(item) })
    await rollcall.put(settings, { notifications: 'P30D' })
    const named = async () =>
      (await rollcall.get(byDate('2026-03-29', '2026-03-31'))).json().length +
      (
        await rollcall.database
          .selectFrom('notifications')
          .select('state')
          .where('contact_external_id', '<>', '')
          .execute()
      ).length
    // The first batches are those of sessions, first starts and the links of accounts.
    await deleteAt(rollcall, '2026-06-01T02:00:00Z', 4)
    expect(await named()).toBe(150)
    await deleteAt(rollcall, '2026-06-01T02:30:00Z')
    expect(await named()).toBe(0)
  })
})
