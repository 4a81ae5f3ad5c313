import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { maxNewActions } from '../src/log/actions/list-cache.ts'
import { recordActions } from '../src/log/events/record-action.ts'
import { formatInstant, type Instant, parseInstant } from '../src/platform/time/instant.ts'
import { entity, notification } from './history.ts'
import { randomFrom } from './random-from.ts'
import { bootRollcall, byDate, type Rollcall } from './rollcall.ts'

const clinics = ['clinica-lisboa', 'clinica-porto']
const zones = ['Europe/Lisbon', 'America/New_York', 'Asia/Kathmandu', 'UTC']
const days = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30']
const zip = { 'accept-encoding': 'gzip' }
const representations = [{}, { accept: 'application/x-ndjson' }, { accept: 'text/csv' }, zip]
const comparisonsPerWrite = 8

/** Compares `count` lists of a service that has a cache with those of one that has none, and as many with the database while
 *  others write. Both services write to one database, as two processes do. Further writes than those of 1,000 comparisons
 *  would make the lists longer than those of the cache. */
export async function compareLists(cached: Rollcall, count: number, seed: number) {
  const uncached = await bootRollcall({ url: cached.url, config: { listCacheBytes: 0 } })
  const [origin, otherOrigin] = await Promise.all([cached.listen(), uncached.listen()])
  const random = randomFrom(seed)
  const pick = <Item>(items: Item[]) => items[random(items.length)]!
  const pathOfSome = (entityId: string) => {
    const from = random(days.length)
    return byDate(days[from]!, days[from + random(days.length - from)]!, '', entityId)
  }
  const get = (url: string, headers: object) => exchange(url, { authorization: `Bearer ${cached.token}`, ...headers })

  async function compareServices() {
    const [path, headers] = [pathOfSome(pick(clinics)), pick(representations)]
    const [one, other] = await Promise.all([get(origin + path, headers), get(otherOrigin + path, headers)])
    expect(one).toEqual(other)
  }

  async function compareWithDatabase() {
    const entityId = pick(clinics)
    const { headers, body } = await get(origin + pathOfSome(entityId), zip)
    const [from, to] = String(headers['rollcall-range']).split('/').map(parseInstant) as [Instant, Instant]
    const rows = await uncached.database
      .selectFrom('actions')
      .where('entity_id', '=', entityId)
      .where('at', '>=', from)
      .where('at', '<', to)
      .where('sequence', '<=', Number(headers['rollcall-sequence']))
      .orderBy('at')
      .orderBy('sequence')
      .select('record')
      .execute()
    expect(gunzipSync(body).toString()).toBe(`[${rows.map(({ record }) => record).join(',')}]`)
  }

  let written = 0
  /** Writes as answers, reversed arrivals and imports do. Most actions are of today, some of the days before. */
  async function write() {
    const { database } = pick([cached, uncached])
    const entityId = pick(clinics)
    if (random(20) === 0) {
      await database
        .updateTable('entities')
        .set({ time_zone: pick(zones) })
        .where('entity_id', '=', entityId)
        .execute()
      return
    }
    // More than the cache checks, of days that no list contains.
    const isImport = random(100) === 0
    const rows = Array.from({ length: isImport ? maxNewActions + random(2) : 1 + random(2) }, () =>
      newAction(
        `${seed}-${written++}`,
        entityId,
        isImport ? '2020-01-01' : random(3) === 0 ? pick(days) : days.at(-1)!,
      ),
    )
    await database.write((trx) => recordActions(trx, entityId, rows))
  }

  function newAction(id: string, entityId: string, day: string) {
    const at = parseInstant(`${day}T00:00:00Z`)! + random(24 * 3_600) * 1_000_000
    const record = JSON.stringify({
      action: 'confirm',
      date: formatInstant(at),
      task_id: 't-1',
      notification_id: id,
      entity_id: entityId,
      external_id: id,
      category: 'medical',
      target: 'appointment',
      channel: 'mobile',
      uid: '+351912345678',
      contact: { external_id: 'P-77', name: 'João Silva' },
      params: {},
    })
    return {
      action_id: id,
      notification_id: 'n-1',
      at,
      action: pick(['confirm', 'arrive', 'annul']),
      channel: 'mobile',
      record,
      starts_at: null,
      acted_by: null,
      reason: null,
      test: 0 as const,
    }
  }

  await cached.given(...clinics.flatMap((id) => [entity({ id }), notification({ entity_id: id })]))
  for (let compared = 0; compared < count; compared += comparisonsPerWrite) {
    await write()
    for (let n = 0; n < comparisonsPerWrite; n++) await compareServices()
    await Promise.all([write(), ...Array.from({ length: comparisonsPerWrite }, compareWithDatabase), write()])
  }
}

/** `fetch` would decompress the body. */
async function exchange(url: string, given: Record<string, string>) {
  const sent = request(url, { headers: given }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { 'request-id': _id, date: _date, ...headers } = response.headers
  return { status: response.statusCode, headers, body: await buffer(response) }
}
