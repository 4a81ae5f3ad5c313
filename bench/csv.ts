import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../client/client.ts'
import { mapping, writeExport } from './csv-file.ts'
import { fillDatabase } from './dataset.ts'
import { useSqlite } from './engines/sqlite.ts'
import { startRollcall } from './servers/contestants.ts'

// Measures the submission of a large CSV file by a service on SQLite. Prints rows per second by wall time, and by the service's
// processor time, which other programs of the machine affect less.
const [source, rows = '300000', nodeOptions = ''] = process.argv.slice(2)
if (source === undefined) throw new Error('Usage: node bench/csv.ts APPOINTMENTS.CSV [ROWS] [NODE_OPTIONS]')

const folder = mkdtempSync(join(tmpdir(), 'rollcall-csv-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
const path = join(folder, 'export.csv')
await writeExport(source, path, Number(rows))
const engine = useSqlite(folder)
const url = await engine.create('csv')
const clinic = { id: 'clinica-vitoria', days: 0, perDay: 0, checkins: 0 }
const { accessToken } = (await fillDatabase(engine, url, [clinic]))[0]!
const outbox = { OUTBOX_DIR: join(folder, 'outbox') }
const server = await startRollcall(
  url,
  { path: '/livez', headers: {} },
  { NODE_OPTIONS: nodeOptions, ...outbox },
  '0,1',
)
const client = createClient({ url: server.origin, token: accessToken })
const file = await openAsBlob(path)
console.log(
  `${(file.size / 2 ** 20).toFixed(0)} MiB, ${rows} rows; the idle service has ${server.peakMemory().toFixed(0)} MiB`,
)

for (const [work, submit] of [
  ['dry run', client.tryCsv],
  ['import', client.submitCsv],
  ['the same again', client.submitCsv],
] as const) {
  const [began, usedBefore] = [performance.now(), server.processorTime().all]
  const report = await submit(clinic.id, mapping, file)
  const [wall, used] = [(performance.now() - began) / 1_000, server.processorTime().all - usedBefore]
  const perSecond = (seconds: number) => `${Math.round(report.rows / seconds).toLocaleString('en')}/s`
  const outcomes = JSON.stringify(report.outcomes)
  console.log(
    `${work}: ${wall.toFixed(1)} s, ${perSecond(wall)}; processor ${used.toFixed(1)} s, ${perSecond(used)}; peak ${server.peakMemory().toFixed(0)} MiB; ${outcomes}, ${report.faulty} faulty`,
  )
  if (report.faults[0]) console.log(report.faults[0])
}
await server.stop()
