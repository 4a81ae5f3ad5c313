import { expect } from 'vitest'
import { action, entity, notification } from '../../../test/history.ts'
import { deleteAt } from '../../../test/retention.ts'
import { byDate, eachEngine, eachPage, type Rollcall } from '../../../test/rollcall.ts'

const day = byDate('2026-03-29', '2026-03-30')
const feed = '/v1/metrics/notifications/actions/clinica-lisboa/since/0'
const visits = 250
// The first batches are those of sessions, of first starts and of the links of accounts.
const [batch, firstBatch] = [100, 4]

interface Recorded {
  notification_id: string
  uid: string
  contact: { external_id: string }
}

const cleared = (records: Recorded[]) => records.filter(({ uid }) => uid === '').length
const idsOf = (records: Pick<Recorded, 'notification_id'>[]) => records.map((record) => record.notification_id)

async function withVisits(rollcall: Rollcall) {
  const lines = Array.from({ length: visits }, (_, index) => [
    notification({ id: `n-${index}`, external_id: `A-${index}` }),
    action({ id: `a-${index}`, notification_id: `n-${index}` }),
  ])
  await rollcall.given(entity(), ...lines.flat())
  await rollcall.put('/v1/entities/clinica-lisboa/retention', { notifications: 'P30D' })
}

eachEngine('readers see whole records, old or cleared, while the night deletes beside them', async (rollcall) => {
  await withVisits(rollcall)
  const read = async (url = day, headers = {}) => (await rollcall.get(url, headers)).json() as Recorded[]
  const before = idsOf(await read())
  const [firstPage, ...others] = await eachPage(rollcall, `${day}?limit=60`)
  expect(others).toHaveLength(4)
  const next = /^<([^>]+)>/.exec(String(firstPage!.headers.link))![1]!
  let etag = (await rollcall.get(day)).headers.etag as string
  for (const expected of [batch, 2 * batch, visits]) {
    await deleteAt(rollcall, '2026-06-01T02:00:00Z', firstBatch)
    const changed = await rollcall.get(day, { 'if-none-match': etag })
    expect([changed.statusCode, cleared(changed.json())]).toEqual([200, expected])
    etag = changed.headers.etag as string
    // The list is in the cache now.
    expect(cleared(await read())).toBe(expected)
    expect((await rollcall.get(day, { 'if-none-match': etag })).statusCode).toBe(304)
    expect(idsOf(await read())).toEqual(before)
    // A client continues from the cursor of a page that it read before.
    const rest = await eachPage(rollcall, next)
    expect(rest.flatMap((page) => idsOf(page.json()))).toEqual(before.slice(60))
    const log = (await rollcall.get(feed)).json()
    expect(idsOf(log.actions ?? log)).toHaveLength(visits)
    const lines = (await rollcall.get(day, { accept: 'application/x-ndjson' })).body.trim().split('\n')
    expect(cleared(lines.map((line) => JSON.parse(line)))).toBe(expected)
    const table = (await rollcall.get(day, { accept: 'text/csv' })).body.trim().split('\r\n')
    expect(table.filter((line) => line.includes('P-77'))).toHaveLength(visits - expected)
    expect(table).toHaveLength(visits + 1)
  }
  for (const record of await read()) expect(record.contact).toEqual({ external_id: '', name: '' })
})

eachEngine('a list that is read while the night deletes has each record once', async (rollcall) => {
  await withVisits(rollcall)
  let isOver = false
  const reading = (async () => {
    const lists: Recorded[][] = []
    while (!isOver) lists.push((await rollcall.get(day)).json())
    return lists
  })()
  await deleteAt(rollcall, '2026-06-01T02:00:00Z')
  isOver = true
  const lists = await reading
  for (const list of lists) {
    expect(new Set(idsOf(list)).size).toBe(visits)
    for (const { uid, contact } of list) expect([uid, contact.external_id]).toEqual(uid ? [uid, 'P-77'] : ['', ''])
  }
  expect(cleared((await rollcall.get(day)).json())).toBe(visits)
})
