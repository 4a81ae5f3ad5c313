import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { history } from '../test/history.ts'
import { multiply } from '../test/multiply.ts'
import { bootRollcall, byDate, temporaryDatabase, temporaryFolder } from '../test/rollcall.ts'
import { optimisations } from './optimisations.ts'

type Optimisation = keyof typeof optimisations

const onEachEngine: Optimisation[] = ['batchResponses', 'freeBytes']
const of = {
  sqlite: { names: [...onEachEngine, 'joinInSql'], create: () => `sqlite:${temporaryFolder()}/rollcall.db` },
  postgres: { names: [...onEachEngine, 'joinInProcess', 'rawRows', 'pipelining'], create: () => temporaryDatabase() },
} as const

const stream = byDate('2026-03-29', '2026-03-29')
const feed = '/v1/metrics/notifications/actions/clinica-lisboa/since'
const requests: [path: string, accept?: string][] = [
  [byDate('2026-03-28')],
  [byDate('2026-03-29', '2026-03-29', '?limit=14')],
  [byDate('2026-03-29', '2026-03-29', '?limit=14'), 'application/x-ndjson'],
  [stream],
  [stream, 'application/x-ndjson'],
  [stream, 'text/csv'],
  [byDate('2026-03-29', '2026-03-29', '?action=confirm&channel=mobile')],
  [byDate('2026-03-29', '2026-03-29', '?action=cancel')],
  [`${feed}/0?limit=14`],
  [`${feed}/0`],
]

for (const [engine, { names, create }] of Object.entries(of)) {
  test(`${names.join(', ')}: the responses have the same bytes without each [${engine}]`, async () => {
    const url = await create()
    const filled = await bootRollcall({ url })
    await filled.given(...history())
    // A first chunk of 512 records, and three more.
    await multiply(filled.database, 1_200)
    const expected = await responses(url)
    expect(expected.map(({ length }) => length > 1_000)).toEqual(requests.map((_, index) => ![0, 7].includes(index)))
    for (const name of names) expect([name, await without(name, () => responses(url))]).toEqual([name, expected])
  })

  test(`freeBytes: a list has the same bytes for a client that stalls, and after another was cut off [${engine}]`, async () => {
    const url = await create()
    const filled = await bootRollcall({ url })
    await filled.given(...history())
    // More than the sockets of both sides hold, so that the service stops reading.
    await multiply(filled.database, 30_000)
    const expected = await stalledAndCut(url)
    expect(expected.toString().match(/"action":/g)).toHaveLength(30_000)
    expect((await without('freeBytes', () => stalledAndCut(url))).equals(expected)).toBe(true)
  })
}

/** Requests all at once, so that the statements share connections and the responses share event loop ticks. */
async function responses(url: string) {
  const { get } = await bootRollcall({ url })
  const answers = await Promise.all(requests.map(([path, accept]) => get(path, accept ? { accept } : {})))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(requests.map(() => 200))
  return answers.map(({ rawPayload }) => rawPayload.toString())
}

/** Cuts off one list in its middle, and returns another that the client reads only after that. */
async function stalledAndCut(url: string) {
  const { listen, token } = await bootRollcall({ url })
  const { hostname, port } = new URL(await listen())
  const begin = async () => {
    const socket = connect(Number(port), hostname)
    // HTTP/1.0, so that the body is not chunked and ends with the connection.
    socket.write(`GET ${stream} HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await new Promise((begun) => socket.once('readable', begun))
    return socket
  }
  const [stalled, cut] = await Promise.all([begin(), begin()])
  cut.destroy()
  const whole = await buffer(stalled)
  return whole.subarray(whole.indexOf('\r\n\r\n') + 4)
}

async function without<T>(name: Optimisation, run: () => Promise<T>): Promise<T> {
  optimisations[name] = false
  try {
    return await run()
  } finally {
    optimisations[name] = true
  }
}
