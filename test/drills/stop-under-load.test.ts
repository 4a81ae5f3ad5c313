import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { byDate, byToken, temporaryFolder } from '../rollcall.ts'
import { busyClinic } from './busy-clinic.ts'

const stops = process.env.LONG_DRILLS ? 50 : 10

test(`a process that gets SIGTERM under load, ${stops} times, completes every accepted request and exits`, async () => {
  const folder = temporaryFolder()
  const env = { DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}`, RATE_LIMIT: '0', LOG_LEVEL: 'info' }
  const token = await busyClinic(env.DATABASE_URL, 20_000)

  let answered = 0
  for (let stop = 0; stop < stops; stop++) {
    const { child, address } = await serveRollcall(env)
    const load = Array.from({ length: 8 }, (_, i) =>
      client(address, token, i % 2 ? byDate('2026-03-29') : byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE')),
    )
    await new Promise((moment) => setTimeout(moment, 50 + Math.random() * 300))
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const counts = await Promise.all(load)
    answered += counts.reduce((sum, count) => sum + count)
    expect(await exit).toEqual([0, null])
  }
  console.log(`${answered} requests answered, none cut`)
})

/** Sends requests one after the other over one connection, until a new connection is refused. Returns the number of
 *  responses.
 *  @throws Error when an accepted request gets no complete response with status 200 */
async function client(address: string, token: string, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let answeredAt = performance.now()
  for (let count = 0; ; count++) {
    const outcome = await new Promise<'answered' | 'closed'>((resolve, reject) => {
      const outgoing = request(
        address + path,
        { agent, headers: { authorization: `Bearer ${token}` } },
        async (answer) => {
          answer.resume().on('error', reject)
          await once(answer, 'close')
          answeredAt = performance.now()
          if (answer.statusCode === 200 && answer.complete) resolve('answered')
          else reject(new Error(`status ${answer.statusCode}, complete: ${answer.complete}`))
        },
      )
      outgoing.on('error', (error: NodeJS.ErrnoException) =>
        error.syscall === 'connect' || isResetByKernel(error, outgoing) || isClosedIdle(error, outgoing, answeredAt)
          ? resolve('closed')
          : reject(error),
      )
      outgoing.end()
    })
    if (outcome === 'closed') return count
  }
}

/** Whether a stopping process may have closed the connection before the request reached it: it closes one that was idle for half
 *  a second. On a busy machine, this client can take longer to send its next request. */
const isClosedIdle = ({ code }: NodeJS.ErrnoException, { reusedSocket }: ClientRequest, answeredAt: number) =>
  code === 'ECONNRESET' && reusedSocket && performance.now() - answeredAt > 450

/** Whether the connection was in the backlog of the listening socket when the process closed that socket. The process did
 *  not accept it. On a busy machine, one of some hundred last connections arrives in that moment. */
const isResetByKernel = ({ code }: NodeJS.ErrnoException, { reusedSocket }: ClientRequest) =>
  code === 'ECONNRESET' && !reusedSocket
