import type { Entity } from '../../../entities/entity.ts'
import { type CheckedSubmission, checkSubmission } from '../../../notifications/submit/check-submission.ts'
import type { SubmissionOutcome } from '../../../notifications/submit/submission-outcome.ts'
import { asParameter } from '../../../platform/errors/invalid-body.ts'
import type { Instant } from '../../../platform/time/instant.ts'
import { daysOfVisits } from './days-of-visits.ts'
import type { Mapping } from './mapping.ts'
import { type RowsOfTask, readFile, type TaskResult } from './read-file.ts'
import type { CsvReport } from './report.ts'

/** What reading and checking a file needs beside its bytes. */
export interface ReadInput {
  mapping: Mapping
  entity: Entity & { test?: true }
}

/** What reading and checking a file asks of the service. */
export interface Requests {
  /** The next bytes of the file. Undefined: they have ended. */
  bytes(): Promise<Uint8Array | undefined>
  /** The digests of the stored visits, by their keys, and the time. */
  digests(visits: { external_id: string }[]): Promise<{ digests: ReadonlyMap<string, string>; now: Instant }>
  /** Takes the valid visits of a task. Returns their outcomes, or undefined if one of them has changed since the check. */
  take(task: CheckedTask): Promise<SubmissionOutcome[] | undefined>
}

export interface CheckedTask {
  checked: CheckedSubmission
  /** The line of each visit. */
  lines: number[]
}

/** Reads a file, checks its rows, and passes the valid ones on as tasks.
 *  @throws the errors of the requests */
export async function readTasks({ mapping, entity }: ReadInput, requests: Requests): Promise<CsvReport> {
  const days = daysOfVisits(entity.time_zone)
  const report = await readFile(bytes(), mapping, entity, take)
  return { ...report, ...days.report() }

  async function* bytes() {
    for (let chunk = await requests.bytes(); chunk; chunk = await requests.bytes()) yield chunk
  }

  /** The check recognises items that are the same as the stored ones. If one of them has changed since, checks all of them. */
  async function take({ body, lines }: RowsOfTask): Promise<TaskResult> {
    const keys = body.notifications.map(({ external_id }) => ({ external_id }))
    const { digests, now } = await requests.digests(keys)
    const lineOf = new Map(keys.map(({ external_id }, index) => [external_id, lines[index]!]))
    const takeChecked = async (known?: ReadonlyMap<string, string>) => {
      const checked = await checkSubmission(body, { ...entity, country: mapping.country }, now, [], known)
      const accepted = checked.visits.map(({ external_id }) => external_id)
      const outcomes = await requests.take({ checked, lines: accepted.map((key) => lineOf.get(key)!) })
      if (outcomes) days.add(body, new Set(accepted))
      return outcomes && { outcomes, faults: checked.faults.map(asParameter) }
    }
    return (await takeChecked(digests)) ?? (await takeChecked())!
  }
}
