// How fast Rollcall is, as ratios within one run; README.md says how.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAnswers } from './answers.ts'
import { makeDatabase } from './dataset.ts'
import { measureFirstAnswer } from './first-answer.ts'
import { measureGrowth } from './growth.ts'
import { stepAside } from './load.ts'
import { makePlainDatabase } from './peers-database.ts'
import { type Figure, facts, publish, table } from './report.ts'
import { measureWorkload } from './requests-per-second.ts'
import { quick, thorough } from './rounds.ts'
import { workloads } from './workloads.ts'
import { measureYear } from './year.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, growth: { type: 'boolean' }, only: { type: 'string', multiple: true } },
})
const pace = options.quick ? quick : thorough
const sizes = [1e4, 1e5, ...(options.quick ? [] : [1e6]), ...(options.growth ? [1e7] : [])]
const say = (text: string) => process.stderr.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

say('Making the databases ...')
const databases = { folder, rollcall: join(folder, 'rollcall.db'), plain: join(folder, 'plain.db') }
const clinic = { days: 396, perDay: 14, checkins: 100 }
const [hospital, ...clinics] = await makeDatabase(databases.rollcall, [
  { id: 'hospital', days: 365, perDay: 1_000, checkins: 0 },
  ...Array.from({ length: options.quick ? 20 : 50 }, (_, index) => ({ id: `clinica-${index}`, ...clinic })),
])
makePlainDatabase(databases.plain, databases.rollcall)
stepAside()

const ofRequests = workloads(clinics)
const day = ofRequests.find(({ name }) => name === 'day')!.questions[0]!.rollcall
const measures: Record<string, () => Promise<Figure>> = {
  ...Object.fromEntries(ofRequests.map((one) => [one.name, () => measureWorkload(one, databases, pace)])),
  year: () => measureYear(hospital!, databases, pace.longRounds),
  answers: () => measureAnswers(folder, pace),
  growth: () => measureGrowth(sizes, folder, pace),
  start: () => measureFirstAnswer(databases.rollcall, day, pace.rounds),
}

const figures: Figure[] = []
for (const [name, measure] of Object.entries(measures)) {
  if (options.only && !options.only.includes(name)) continue
  say(`Measuring ${name} ...`)
  figures.push(await measure())
}
const report = `${facts(pace.rounds)}\n\n${table(figures)}`
process.stdout.write(`${report}\n`)
if (!options.quick && !options.only) publish(report)
