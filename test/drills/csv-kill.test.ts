import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '../../src/platform/database/connect.ts'
import { csvFile, line, mapping } from '../csv-file.ts'
import { runRollcall, serveRollcall, startRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'

const kills = process.env.LONG_DRILLS ? 60 : 8
const rowsPerFile = 1_500
const port = 20_000 + (process.pid % 20_000)

test(`${kills} kills of the service and of the command leave each row of a watched folder stored once`, async () => {
  const folder = temporaryFolder()
  const inbox = join(folder, 'inbox')
  mkdirSync(inbox)
  const mappingFile = join(folder, 'mapping.json')
  writeFileSync(mappingFile, JSON.stringify(mapping))
  const env = { DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}`, OUTBOX_DIR: join(folder, 'outbox') }
  const zone = ['--name', 'Clínica', '--time-zone', 'Europe/Lisbon']
  expect((await runRollcall(['entity', 'add', 'clinica-lisboa', ...zone], env)).code).toBe(0)
  const grant = ['--name', 'csv', '--scope', 'notifications:write', '--all-entities']
  const token = (await runRollcall(['token', 'create', ...grant], env)).stdout.trim()
  const serve = () => serveRollcall({ ...env, PORT: `${port}` })
  const watch = () =>
    startRollcall(
      [
        'appointments',
        'clinica-lisboa',
        '--watch',
        inbox,
        '--mapping',
        mappingFile,
        '--url',
        `http://127.0.0.1:${port}`,
      ],
      { ROLLCALL_TOKEN: token },
    )
  let files = 0
  const addFile = () => {
    const from = files * rowsPerFile
    const rows = Array.from({ length: rowsPerFile }, (_, index) =>
      line({ Id: `A-${from + index}`, Data: '31/03/2099' }),
    )
    const name = `agenda-${String(files++).padStart(3, '0')}.csv`
    writeFileSync(join(inbox, `.${name}`), csvFile(...rows))
    renameSync(join(inbox, `.${name}`), join(inbox, name))
  }

  let service = await serve()
  let command = watch()
  for (let kill = 0; kill < kills; kill++) {
    addFile()
    // A random moment of the import, of the writing of its report, or between files.
    await setTimeout(Math.random() * 2_500)
    if (kill % 2 === 0) {
      service.child.kill('SIGKILL')
      await once(service.child, 'exit')
      service = await serve()
    } else {
      command.kill('SIGKILL')
      await once(command, 'exit')
      command = watch()
    }
    expect(command.exitCode).toBe(null)
  }
  const done = join(inbox, 'done')
  const moved = () => (existsSync(done) ? readdirSync(done).filter((name) => name.endsWith('.csv')).length : 0)
  await expect.poll(moved, { timeout: 600_000, interval: 500 }).toBe(files)
  command.kill('SIGTERM')
  await once(command, 'exit')
  await service.stop()

  expect(readdirSync(join(inbox, 'failed'))).toEqual([])
  for (const name of readdirSync(done).filter((name) => name.endsWith('.csv'))) {
    const report = JSON.parse(readFileSync(join(done, `${name}.report.json`), 'utf8'))
    expect(report).toMatchObject({ rows: rowsPerFile, faulty: 0, complete: true })
  }
  const database = await connect(env.DATABASE_URL)
  const stored = await database.selectFrom('notifications').select('external_id').execute()
  await database.destroy()
  expect(stored).toHaveLength(files * rowsPerFile)
  expect(new Set(stored.map(({ external_id }) => external_id)).size).toBe(files * rowsPerFile)
})
