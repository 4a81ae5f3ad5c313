import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '../client/client.ts'
import { mapping, writeExport } from './csv-file.ts'
import { fillDatabase } from './dataset.ts'
import { useSqlite } from './engines/sqlite.ts'
import { startRollcall } from './servers/contestants.ts'
import { root } from './servers/start.ts'

// Measures the submission of a large CSV file by a service on SQLite. Prints rows per second by wall time, and by the service's
// processor time, which other programs of the machine affect less.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '1' } },
})
const [source, rows = '300000', nodeOptions = ''] = positionals
if (source === undefined)
  throw new Error(
    'Usage: node bench/csv.ts APPOINTMENTS.CSV [ROWS] [NODE_OPTIONS] [--against CHECKOUT] [--rounds NUMBER]',
  )

const folder = mkdtempSync(join(tmpdir(), 'rollcall-csv-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
const path = join(folder, 'export.csv')
await writeExport(source, path, Number(rows))
const file = await openAsBlob(path)
console.log(`${(file.size / 2 ** 20).toFixed(0)} MiB, ${rows} rows`)

/** By the work and the measure. */
type Figures = Record<string, number>

/** Submits the file three times to the service of a checkout, with an empty database. */
async function measure(checkout: string): Promise<Figures> {
  const engine = useSqlite(folder)
  const url = await engine.create('csv')
  const clinic = { id: 'clinica-vitoria', days: 0, perDay: 0, checkins: 0 }
  const { accessToken } = (await fillDatabase(engine, url, [clinic]))[0]!
  const env = { NODE_OPTIONS: nodeOptions, OUTBOX_DIR: join(folder, 'outbox') }
  const server = await startRollcall(url, { path: '/livez', headers: {} }, env, '0,1', checkout)
  const client = createClient({ url: server.origin, token: accessToken })
  console.log(`${checkout}: the idle service has ${server.peakMemory().toFixed(0)} MiB`)
  const figures: Figures = {}
  for (const [work, submit] of [
    ['dry run', client.tryCsv],
    ['import', client.submitCsv],
    ['the same again', client.submitCsv],
  ] as const) {
    const [began, before] = [performance.now(), server.processorTime()]
    const report = await submit(clinic.id, mapping, file)
    const [wall, after] = [(performance.now() - began) / 1_000, server.processorTime()]
    const [used, ofMain] = [after.all - before.all, after.mainThread - before.mainThread]
    const perSecond = (seconds: number) => `${Math.round(report.rows / seconds).toLocaleString('en')}/s`
    const outcomes = JSON.stringify(report.outcomes)
    console.log(
      `${work}: ${wall.toFixed(1)} s, ${perSecond(wall)}; processor ${used.toFixed(1)} s, ${perSecond(used)}; main thread ${ofMain.toFixed(1)} s; peak ${server.peakMemory().toFixed(0)} MiB; ${outcomes}, ${report.faulty} faulty`,
    )
    if (report.faults[0]) console.log(report.faults[0])
    figures[`${work}, time`] = wall
    figures[`${work}, processor`] = used
    figures[`${work}, main thread`] = ofMain
  }
  figures['peak memory'] = server.peakMemory()
  await server.stop()
  await engine.drop('csv')
  return figures
}

const rounds: { own: Figures; other?: Figures }[] = []
for (let round = 0; round < Number(values.rounds); round++) {
  const own = await measure(root)
  rounds.push(values.against === undefined ? { own } : { own, other: await measure(resolve(values.against)) })
}
if (values.against !== undefined)
  for (const name of Object.keys(rounds[0]!.own)) {
    const ratios = rounds.map(({ own, other }) => own[name]! / other![name]!).sort((one, two) => one - two)
    console.log(`${name}: ${ratios[Math.floor(ratios.length / 2)]!.toFixed(2)} of ${values.against}`)
  }
