import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { history } from '../../../../test/history.ts'
import { bootRollcall, byDate, temporaryFolder } from '../../../../test/rollcall.ts'
import { item, submission } from '../../../../test/submission.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'

async function boot() {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const file = join(rollcall.folder, 'rollcall.db')
  const submit = async () =>
    (await rollcall.post('/v1/notifications/clinica-lisboa', submission(item({ external_id: 'A-2' })))).statusCode
  const readyz = async () => (await rollcall.get('/readyz')).statusCode
  const list = async () => (await rollcall.get(byDate('2026-03-29'))).statusCode
  return { ...rollcall, file, submit, readyz, list }
}

const entity = { entity_id: 'a', name: 'A', time_zone: 'UTC', language: 'en' }

describe('while the database is in use', () => {
  test('writes fail after its file is moved away, and work again when it is back', async () => {
    const { file, submit, readyz, list, logged } = await boot()
    expect([await submit(), await readyz()]).toEqual([202, 200])
    renameSync(file, `${file}.away`)
    expect([await submit(), await readyz(), await list()]).toEqual([503, 503, 200])
    expect(logged.join('')).toContain(`${file} was deleted or replaced while Rollcall was using it.`)
    renameSync(`${file}.away`, file)
    expect([await submit(), await readyz()]).toEqual([202, 200])
  })

  test('writes fail after another file takes its place', async () => {
    const { file, submit, readyz, list } = await boot()
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
    expect([await submit(), await readyz(), await list()]).toEqual([503, 503, 200])
  })

  test('an open transaction fails when its file is deleted', async () => {
    const { file, database } = await boot()
    const writing = database.write(async (trx) => {
      await trx.insertInto('entities').values(entity).execute()
      rmSync(file)
    })
    await expect(writing).rejects.toMatchObject({ code: 'database-unavailable' })
  })

  test('writes fail after its log is deleted, and a stop saves the acknowledged writes', async () => {
    const { file, url, submit, readyz, list, database } = await boot()
    expect(await submit()).toBe(202)
    rmSync(`${file}-wal`)
    expect([await submit(), await readyz(), await list()]).toEqual([503, 503, 200])
    await database.destroy()
    const again = await connect(url)
    onTestFinished(() => again.destroy())
    expect(await again.selectFrom('tasks').selectAll().execute()).toHaveLength(1)
  })
})

describe('the log', () => {
  async function usedByAnother() {
    const file = join(temporaryFolder(), 'rollcall.db')
    const database = await connect(`sqlite:${file}`)
    await migrate(database)
    const other = new DatabaseSync(file)
    other.exec('select * from entities')
    onTestFinished(() => other.close())
    const logBytes = () => statSync(`${file}-wal`).size
    return { file, database, other, logBytes }
  }

  test('is truncated at start and at stop, even while another process has the database open', async () => {
    const { file, database, other, logBytes } = await usedByAnother()
    expect(logBytes()).toBeGreaterThan(0)
    await database.destroy()
    expect(logBytes()).toBe(0)
    other.exec("insert into entities (entity_id, name, time_zone, language) values ('b', 'B', 'UTC', 'en')")
    expect(logBytes()).toBeGreaterThan(0)
    const again = await connect(`sqlite:${file}`)
    onTestFinished(() => again.destroy())
    expect(logBytes()).toBe(0)
  })

  test('is not truncated while another process writes', async () => {
    const { file, database, other, logBytes } = await usedByAnother()
    other.exec('begin immediate')
    await database.destroy()
    const again = await connect(`sqlite:${file}`)
    onTestFinished(() => again.destroy())
    expect(logBytes()).toBeGreaterThan(0)
    other.exec('rollback')
  })
})

test('new folders are accessible only to their owner', async () => {
  const file = join(temporaryFolder(), 'data', 'of', 'rollcall.db')
  const database = await connect(`sqlite:${file}`)
  onTestFinished(() => database.destroy())
  for (const folder of [dirname(file), dirname(dirname(file))]) expect(statSync(folder).mode & 0o777).toBe(0o700)
})
