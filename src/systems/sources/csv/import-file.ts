import { setTimeout as delay } from 'node:timers/promises'
import type { Entity } from '../../../entities/entity.ts'
import { quietHoursOf, sendingTime } from '../../../messages/quiet-hours/quiet-hours.ts'
import { expectedOutcomes } from '../../../notifications/submit/expected-outcomes.ts'
import type { Task } from '../../../notifications/submit/submission.ts'
import { type SubmitContext, storeTask } from '../../../notifications/submit/submit-task.ts'
import { isUnavailable } from '../../../platform/errors/errors.ts'
import { formatInstant } from '../../../platform/time/instant.ts'
import { type PreviewContext, previewOf } from './preview.ts'
import { type GivenFile, readChecked } from './read-checked.ts'
import { type CsvReport, maxPreviewed, type PreviewedRow } from './report.ts'

/** Submits the rows of a file in tasks of at most 1,000 rows, each in a transaction of its own. Submitting the file again changes
 *  nothing, so that an interrupted import can simply be repeated. */
export async function importFile(
  context: SubmitContext,
  file: GivenFile,
  beforeTask: () => Promise<void>,
): Promise<CsvReport> {
  const { entity, by, mapping } = file
  const submitter = { entity: { ...entity, country: mapping.country }, by }
  const report = await readChecked(context, file, ({ checked }) =>
    retried(async () => {
      await beforeTask()
      const { body } = await storeTask(context, { ...submitter, now: context.clock.now() }, checked)
      return (JSON.parse(body) as Task).notifications.map(({ outcome }) => outcome)
    }),
  )
  return { ...report, ...(await quietUntil(context, entity)) }
}

/** Returns the report that `importFile` would return, with a preview. Writes nothing. */
export async function tryFile(
  context: PreviewContext & SubmitContext,
  file: GivenFile,
  beforeTask: () => Promise<void>,
): Promise<CsvReport> {
  const { entity } = file
  const preview: PreviewedRow[] = []
  const report = await readChecked(context, file, async ({ checked, lines }) => {
    await beforeTask()
    const expected = await expectedOutcomes(context.database, entity.id, checked)
    for (const [index, visit] of checked.visits.slice(0, maxPreviewed - preview.length).entries())
      preview.push({ line: lines[index]!, ...(await previewOf(context, entity, visit, expected[index]!)) })
    return expected.map(({ outcome }) => outcome)
  })
  return { ...report, ...(await quietUntil(context, entity)), preview }
}

/** When the quiet hours end in which messages wait now; nothing outside of them. */
async function quietUntil({ database, clock }: SubmitContext, entity: Entity): Promise<Pick<CsvReport, 'quiet_until'>> {
  const quiet = { quietHours: await quietHoursOf(database, entity.id), timeZone: entity.time_zone }
  const now = clock.now()
  const at = sendingTime(now, Number.POSITIVE_INFINITY, quiet)
  return at > now ? { quiet_until: formatInstant(at) } : {}
}

const maxTries = 5

/** Repeats a task while the database is unavailable: otherwise a short failover would end a long import. The submission of the same
 *  rows again changes nothing. */
async function retried<Result>(task: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await task()
    } catch (error) {
      if (!isUnavailable(error) || tries === maxTries) throw error
      await delay(tries * 1_000)
    }
  }
}
