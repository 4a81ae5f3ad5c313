import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, ToThread } from './read-in-thread.ts'
import { type Requests, readTasks } from './read-tasks.ts'

// Reads and checks the rows of a file. The main thread has the connection and the database.
const port = parentPort!
const waiting = new Map<number, (response: never) => void>()
let asked = 0

port.on('message', ({ id, response }: ToThread) => {
  waiting.get(id)!(response as never)
  waiting.delete(id)
})

const send = (message: FromThread) => port.postMessage(message)

const ask =
  <Request extends keyof Requests>(request: Request) =>
  (value?: unknown) => {
    const id = asked++
    send({ id, request, value })
    return new Promise<Awaited<ReturnType<Requests[Request]>>>((resolve) => waiting.set(id, resolve))
  }

const requests: Requests = { bytes: ask('bytes'), digests: ask('digests'), take: ask('take') }
send({ report: await readTasks(workerData, requests) })
