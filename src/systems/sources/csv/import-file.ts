import { setTimeout as delay } from 'node:timers/promises'
import type { Entity } from '../../../entities/entity.ts'
import { quietHoursOf, sendingTime } from '../../../messages/quiet-hours/quiet-hours.ts'
import { expectedOutcomes } from '../../../notifications/submit/expected-outcomes.ts'
import type { Submission, Task } from '../../../notifications/submit/submission.ts'
import { refuseErased } from '../../../notifications/submit/submit.ts'
import {
  contactsOfTask,
  type GivenTask,
  notesOf,
  type SubmitContext,
  submitTask,
  withCheckedTask,
} from '../../../notifications/submit/submit-task.ts'
import { isUnavailable } from '../../../platform/errors/errors.ts'
import { asParameter } from '../../../platform/errors/invalid-body.ts'
import { contactsIn, type NotedContacts } from '../../../platform/privacy/noted-contacts.ts'
import { formatInstant } from '../../../platform/time/instant.ts'
import type { Notification } from '../../../visits/notification.ts'
import { daysOfVisits } from './days-of-visits.ts'
import type { Mapping } from './mapping.ts'
import { type PreviewContext, previewOf } from './preview.ts'
import { readFile } from './read-file.ts'
import { type CsvReport, maxPreviewed, type PreviewedRow } from './report.ts'

/** A file, and how to read it. */
export interface GivenFile {
  bytes: AsyncIterable<Uint8Array>
  mapping: Mapping
  entity: Entity & Pick<Notification, 'test'>
  /** The name of the credential that submits it. */
  by: string
  /** Called for each task of rows. */
  noteContacts(contacts: NotedContacts): void
}

/** Submits the rows of a file in tasks of at most 1,000 rows, each in a transaction of its own. Submitting the file again changes
 *  nothing, so that an interrupted import can simply be repeated. */
export async function importFile(
  context: SubmitContext,
  { bytes, mapping, entity, by, noteContacts }: GivenFile,
  beforeTask: () => Promise<void>,
): Promise<CsvReport> {
  const days = daysOfVisits(entity.time_zone)
  const report = await readFile(bytes, mapping, entity, async ({ body }) => {
    return retried(async () => {
      await beforeTask()
      const response = await submitTask(context, taskOf(context, body, { mapping, entity, by }))
      noteContacts(contactsOfTask(response, false))
      const { notifications, faults = [], notes = [] } = JSON.parse(response.body) as Task
      days.add(body, new Set(notifications.map(({ external_id }) => external_id)))
      return { outcomes: notifications.map(({ outcome }) => outcome), faults, notes }
    })
  })
  return { ...report, ...days.report(), ...(await quietUntil(context, entity)) }
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

const taskOf = (
  { clock }: Pick<SubmitContext, 'clock'>,
  body: Submission,
  { mapping, entity, by }: Pick<GivenFile, 'mapping' | 'entity' | 'by'>,
): GivenTask => ({
  body,
  ofSchema: [],
  entity: { ...entity, country: mapping.country ?? entity.country },
  by,
  now: clock.now(),
})

/** Returns the report that `importFile` would return, with a preview. Writes nothing. */
export async function tryFile(
  context: PreviewContext & SubmitContext,
  { bytes, mapping, entity, by, noteContacts }: GivenFile,
  beforeTask: () => Promise<void>,
): Promise<CsvReport> {
  const preview: PreviewedRow[] = []
  const days = daysOfVisits(entity.time_zone)
  const report = await readFile(bytes, mapping, entity, async ({ body, lines }) => {
    await beforeTask()
    const { database } = context
    const given = taskOf(context, body, { mapping, entity, by })
    return withCheckedTask(database, given, async (checked) => {
      const submission = await checked
      await refuseErased(database, context.secret, entity.id, submission.visits)
      days.add(body, new Set(submission.visits.map(({ external_id }) => external_id)))
      const expected = await expectedOutcomes(database, entity.id, submission)
      noteContacts(contactsIn(expected.length, () => []))
      const lineOf = new Map(body.notifications.map(({ external_id }, index) => [external_id, lines[index]!]))
      for (const [index, visit] of submission.visits.slice(0, maxPreviewed - preview.length).entries())
        preview.push({
          line: lineOf.get(visit.external_id)!,
          ...(await previewOf(context, entity, visit, expected[index]!)),
        })
      return {
        outcomes: expected.map(({ outcome }) => outcome),
        faults: submission.faults.map(asParameter),
        notes: notesOf(submission),
      }
    })
  })
  return { ...report, ...days.report(), ...(await quietUntil(context, entity)), preview }
}
