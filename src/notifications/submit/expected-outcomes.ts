import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { CheckedSubmission } from './check-submission.ts'
import { currentVisit, type StoredVisit, storedVisits } from './stored-visits.ts'
import { type SubmissionOutcome, submissionOutcome } from './submission-outcome.ts'
import { knownVisit } from './submit.ts'

export interface ExpectedOutcome {
  outcome: SubmissionOutcome
  /** The stored notification that the visit was compared with. */
  stored: StoredVisit | undefined
}

/** Returns the outcomes that `submit` would have, in the order of the visits, and writes nothing. A rolled-back transaction takes
 *  as long as the submission.
 *  @throws VisitChanged */
export async function expectedOutcomes(
  database: Kysely<Schema>,
  entityId: string,
  { plugin: { category, target }, visits, isTest }: CheckedSubmission,
): Promise<ExpectedOutcome[]> {
  const storedByKey = await storedVisits(database, { entityId, category, target, visits, isTest })
  return visits.map((visit) => {
    const ofKey = storedByKey.get(visit.external_id) ?? []
    if (!visit.isKnown) {
      const stored = currentVisit(ofKey, visit)
      return { outcome: submissionOutcome(visit, stored), stored }
    }
    const stored = knownVisit(visit, ofKey)
    return { outcome: submissionOutcome({ ...stored, version: visit.version }, stored), stored }
  })
}
