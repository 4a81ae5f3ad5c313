import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { hashCheckinToken } from '../../src/messages/check-in/token-hash.ts'
import { overwrite, pageOf, pagesOf } from '../damaged-pages.ts'
import { action, checkinToken, entity, notification } from '../history.ts'
import { runRollcall, serveRollcall } from '../process.ts'
import { byDate, byToken, temporaryFolder, writeHistory } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { faultyDisk } from './faulty-disk.ts'

const clinics = Array.from({ length: 30 }, (_, number) => `clinic-${10 + number}`)
// More than one chunk of a list.
const actions = 700
const visits = 100
const checkins = 3
const damagedPages = 40
const seed = 20_261_122

/** The body of a 200, or whether the service refused the request or cut the response. */
type Answer = { body: string } | 'refused'

test('failing reads fail only the requests that need them, until the disk works again', async () => {
  const { folder, file, env, token } = await populatedDatabase()
  const [lists, codes] = readAll(file)
  const faulty = clinics[7]!
  const page = pageOf(
    file,
    'actions',
    faulty,
    clinics.filter((id) => id !== faulty),
  )
  const disk = faultyDisk(folder)
  const service = await serveRollcall({ ...env, ...disk.env })
  const submit = async (id: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify(submission(item(later)))
    return (await fetch(`${service.address}/v1/notifications/${id}`, { method: 'POST', headers, body })).status
  }

  const first = (page.number - 1) * page.bytes.length
  disk.failReads(file, first, first + page.bytes.length - 1)
  for (let round = 0; round < 2; round++) {
    const answers = await ask(service.address, token)
    expect(answers.lists).toEqual(lists.map((list, index) => (clinics[index] === faulty ? 'refused' : list)))
    expect(answers.checkins).toEqual(codes)
    expect(await submit(clinics[0]!)).toBe(202)
  }

  disk.failReads(file)
  const answers = await ask(service.address, token)
  expect(answers.lists).toContain('refused')
  for (const [index, list] of answers.lists.entries()) if (list !== 'refused') expect(list).toEqual(lists[index])

  disk.mend()
  expect(await ask(service.address, token)).toEqual({ lists, checkins: codes })
  expect(await submit(faulty)).toBe(202)
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200)
  service.child.kill('SIGTERM')
  expect(await once(service.child, 'exit')).toEqual([0, null])
})

test(`${damagedPages} damaged pages fail only the requests that need them, and check names them`, async () => {
  const { file, env, token } = await populatedDatabase()
  const [lists, codes] = readAll(file)
  const random = randomNumbers(seed)
  const pages = pagesOf(file).filter(({ table }) => /actions|notifications|checkin_tokens/.test(table))
  const total = pages.length
  for (let damaged = 0; damaged < damagedPages; damaged++) {
    const [page] = pages.splice(Math.floor(random() * pages.length), 1)
    const garbage = Buffer.from(Array.from(page!.bytes, () => Math.floor(random() * 256)))
    overwrite(file, page!, garbage)
  }
  const [listsLeft, codesLeft] = readAll(file)
  const expected = {
    lists: lists.map((list, index) => (bodyOf(listsLeft[index]) === bodyOf(list) ? list : 'refused')),
    checkins: codes.map((code, index) => (bodyOf(codesLeft[index]) === bodyOf(code) ? code : 'refused')),
  }
  // The service may answer: it need not look at the damaged page of the index.
  const database = new DatabaseSync(file, { readOnly: true })
  const wholeLists = clinics.map((id, index) => {
    const body = `[${recordsOf(database, id)}]`
    return body === bodyOf(lists[index]) ? { body } : 'refused'
  })
  database.close()
  const refused = clinics.filter(
    (_, index) =>
      expected.lists[index] === 'refused' ||
      expected.checkins.slice(index * checkins, (index + 1) * checkins).includes('refused'),
  )
  console.log(
    `seed ${seed}: ${damagedPages} of ${total} pages are damaged, and ${refused.length} of ${clinics.length} clinics`,
  )
  expect(refused.length).toBeGreaterThan(3)
  expect(refused.length).toBeLessThan(clinics.length - 3)

  const service = await serveRollcall(env)
  for (let round = 0; round < 2; round++) {
    const { lists: answered, checkins } = await ask(service.address, token)
    expect(checkins).toEqual(expected.checkins)
    for (const [index, list] of answered.entries())
      expect([expected.lists[index], wholeLists[index]]).toContainEqual(list)
  }
  expect(service.child.exitCode).toBe(null)
  await service.stop()

  const check = await runRollcall(['check', '--json'], env)
  expect(check.code).toBe(1)
  const faults: string[] = JSON.parse(check.stdout).faults
  for (const table of ['actions', 'notifications'])
    expect(faults).toContainEqual(expect.stringContaining(`table ${table} is damaged: `))
  for (const id of refused) expect(faults).toContainEqual(expect.stringContaining(`entity ${id}: `))
})

async function populatedDatabase() {
  const folder = temporaryFolder()
  const file = join(folder, 'rollcall.db')
  const env = { DATABASE_URL: `sqlite:${file}`, RATE_LIMIT: '0' }
  expect((await runRollcall(['import', writeHistory(folder, [...lines()])], env)).code).toBe(0)
  const grant = ['--scope', 'actions:read', 'checkin:read', 'notifications:write', '--all-entities']
  const token = (await runRollcall(['token', 'create', '--name', 'drill', ...grant], env)).stdout.trim()
  return { folder, file, env, token }
}

function* lines() {
  for (const entity_id of clinics) {
    yield entity({ id: entity_id })
    for (let n = 0; n < visits; n++) yield notification({ entity_id, id: `n-${n}`, external_id: `A-${n}` })
    for (let n = 0; n < actions; n++)
      yield action({ entity_id, id: `a-${n}`, notification_id: `n-${n % visits}`, date: '2026-03-29T10:00:00Z' })
    for (let n = 0; n < visits; n++) yield checkinToken({ entity_id, notification_id: `n-${n}`, token: `token-${n}` })
  }
}

/** Each clinic's list and check-ins, read directly from the file. */
function readAll(file: string): [lists: Answer[], checkins: Answer[]] {
  const database = new DatabaseSync(file, { readOnly: true })
  const lists = clinics.map((id): Answer => {
    // The service looks up in an index where the next chunk begins.
    const positions = columnOf(database, 'select at, sequence from actions where entity_id = ? order by 1, 2', id)
    const records = recordsOf(database, id)
    return records && positions ? { body: `[${records}]` } : 'refused'
  })
  const checkins = tokens().map(([id, token]): Answer => {
    const statement = 'select record from checkin_tokens where entity_id = ? and token_hash = ?'
    const records = columnOf(database, statement, id, hashCheckinToken(token))
    return records ? { body: `${records}` } : 'refused'
  })
  database.close()
  return [lists, checkins]
}

const recordsOf = (database: DatabaseSync, id: string) =>
  columnOf(database, 'select record from actions where entity_id = ? order by at, sequence', id)

/** Returns the first column of the selected rows; undefined when a row cannot be read. */
function columnOf(database: DatabaseSync, statement: string, ...values: string[]) {
  try {
    return database
      .prepare(statement)
      .all(...values)
      .map((row) => Object.values(row)[0])
  } catch {
    return undefined
  }
}

const tokens = () =>
  clinics.flatMap((id) => Array.from({ length: checkins }, (_, n) => [id, `token-${n * 30}`] as const))

const bodyOf = (answer: Answer | undefined) => (answer === undefined || answer === 'refused' ? undefined : answer.body)

/** Each clinic's list and check-ins, from the service. */
async function ask(address: string, token: string) {
  const get = async (path: string): Promise<Answer> => {
    const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
    const body = await response.text().catch(() => undefined)
    if (body === undefined) return 'refused'
    if (response.status === 200) return { body }
    expect([response.status, JSON.parse(body).code]).toEqual([503, 'database-unavailable'])
    return 'refused'
  }
  return {
    lists: await Promise.all(clinics.map((id) => get(byDate('2026-03-29', undefined, '', id)))),
    checkins: await Promise.all(tokens().map(([id, code]) => get(byToken(code, id)))),
  }
}

/** Numbers from 0 to 1, always the same for a seed. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomNumbers(from: number) {
  let state = from
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
