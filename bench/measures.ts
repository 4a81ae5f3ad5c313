import { measureAnswers } from './answers.ts'
import { fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { measureFirstResponse, measureHelp } from './first-response.ts'
import { makePlainDatabase } from './peers-database.ts'
import type { Figure } from './report.ts'
import { measureWorkload } from './requests-per-second.ts'
import type { Pace } from './rounds.ts'
import type { Databases } from './servers/contestants.ts'
import { workloads } from './workloads.ts'
import { measureYear } from './year.ts'

const clinic = { days: 396, perDay: 14, checkins: 100 }

/** Creates the engine's databases and returns the measurements by name. */
export async function measuresOn(engine: Engine, folder: string, pace: Pace) {
  const rollcall = await engine.create('rollcall')
  const [hospital, ...clinics] = await fillDatabase(engine, rollcall, [
    { id: 'hospital', days: 365, perDay: 1_000, checkins: 0 },
    ...Array.from({ length: pace.clinics }, (_, index) => ({ id: `clinica-${index}`, ...clinic })),
  ])
  const databases: Databases = { engine, folder, rollcall, plain: await makePlainDatabase(engine, rollcall) }

  const ofRequests = workloads(clinics)
  const day = ofRequests.find(({ name }) => name === 'day')!.questions[0]!.rollcall
  const measures: Record<string, () => Promise<Figure | Figure[]>> = {
    ...Object.fromEntries(ofRequests.map((one) => [one.name, () => measureWorkload(one, databases, pace)])),
    year: () => measureYear(hospital!, databases, pace.longRounds),
    answers: () => measureAnswers(databases, pace),
    start: async () => [
      await measureFirstResponse(databases, day, pace.rounds),
      await measureHelp(databases, pace.rounds),
    ],
  }
  return measures
}
