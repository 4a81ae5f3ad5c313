import { Worker } from 'node:worker_threads'
import type { ReadInput, Requests } from './read-tasks.ts'
import type { CsvReport } from './report.ts'

/** From the thread: a request, or its result. */
export type FromThread = { id: number; request: keyof Requests; value: unknown } | { report: CsvReport }
/** To the thread: the response to a request. */
export interface ToThread {
  id: number
  response: unknown
}

// Without a limit, the heap of the thread would grow to several times of what it needs. Rows have at most 64 KiB.
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }

// The bundle has all modules in one folder.
const thread = new URL(import.meta.url.endsWith('.ts') ? './reading-thread.ts' : './reading-thread.js', import.meta.url)

/** Reads a file like `readTasks`, in a thread of its own. It reads and checks the rows of a task while this thread stores those of
 *  the task before (docs/decisions/0089-csv-files.md). */
export async function readInThread(input: ReadInput, requests: Requests): Promise<CsvReport> {
  const worker = new Worker(thread, { workerData: input, resourceLimits })
  const done = Promise.withResolvers<CsvReport>()
  const responses = new Set<Promise<void>>()
  const respond = async ({ id, request, value }: Exclude<FromThread, { report: CsvReport }>) =>
    worker.postMessage({ id, response: await requests[request](value as never) } satisfies ToThread)
  worker.on('error', done.reject)
  worker.on('message', (message: FromThread) => {
    if ('report' in message) return done.resolve(message.report)
    const response = respond(message).catch(done.reject)
    responses.add(response)
    response.then(() => responses.delete(response))
  })
  try {
    return await done.promise
  } finally {
    await worker.terminate()
    // A task that is being stored ends before the request does.
    await Promise.all(responses)
  }
}
