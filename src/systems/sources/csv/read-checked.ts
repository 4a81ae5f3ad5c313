import { storedDigests } from '../../../notifications/submit/stored-visits.ts'
import type { SubmissionOutcome } from '../../../notifications/submit/submission-outcome.ts'
import { VisitChanged } from '../../../notifications/submit/submit.ts'
import type { SubmitContext } from '../../../notifications/submit/submit-task.ts'
import { readInThread } from './read-in-thread.ts'
import { type CheckedTask, type ReadInput, readTasks } from './read-tasks.ts'
import type { CsvReport } from './report.ts'

/** A file, and how to read it. */
export interface GivenFile extends ReadInput {
  bytes: AsyncIterable<Uint8Array>
  /** The name of the credential that submits it. */
  by: string
}

/** In bytes. The start of a thread takes 0.1 s and 40 MiB, which a clinic's day of some hundred rows is not worth. */
const minBytesOfThread = 2 ** 20

/** Reads and checks a file, a large one in a thread of its own, and passes its tasks to `take`.
 *  @throws the errors of `take`, except VisitChanged, and of the bytes */
export async function readChecked(
  { database, clock }: SubmitContext,
  { bytes, mapping, entity }: GivenFile,
  take: (task: CheckedTask) => Promise<SubmissionOutcome[]>,
): Promise<CsvReport> {
  const chunks = bytes[Symbol.asyncIterator]()
  const { category, target } = mapping
  const keys = { entityId: entity.id, category, target, isTest: entity.test === true }
  try {
    const start = await startOf(chunks)
    const read = start.isAll ? readTasks : readInThread
    return await read(
      { mapping, entity },
      {
        bytes: async () => start.chunks.shift() ?? (await chunks.next()).value,
        digests: async (visits) => ({ digests: await storedDigests(database, { ...keys, visits }), now: clock.now() }),
        take: (task) => take(task).catch(unlessChanged),
      },
    )
  } finally {
    await chunks.return?.()
  }
}

/** Returns the first chunks of a file, and whether it has no others. */
async function startOf(bytes: AsyncIterator<Uint8Array>) {
  const chunks: Uint8Array[] = []
  for (let left = minBytesOfThread; left > 0; left -= chunks.at(-1)!.length) {
    const { done, value } = await bytes.next()
    if (done) return { chunks, isAll: true }
    chunks.push(value)
  }
  return { chunks, isAll: false }
}

function unlessChanged(error: unknown): undefined {
  if (!(error instanceof VisitChanged)) throw error
}
