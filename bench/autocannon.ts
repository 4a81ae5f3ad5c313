// Replaces wrk on machines without it: accepts the same requests and prints the same figures.
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Load } from './load.ts'

const [url, requestsFile, connections, seconds] = process.argv.slice(2)

const requests = readFileSync(requestsFile!, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [path, ...cells] = line.split('\t') as [string, ...string[]]
    const names = cells.filter((_, index) => index % 2 === 0)
    const { ':body': body, ...headers } = Object.fromEntries(names.map((name, index) => [name, cells[index * 2 + 1]!]))
    return { path, headers, ...(body && { body, method: 'POST' as const }) }
  })

const result = await autocannon({ url, requests, connections: Number(connections), duration: Number(seconds) })

const faults = (['errors', 'timeouts', '4xx', '5xx'] as const).filter((kind) => result[kind] > 0)
const load: Load = {
  requests: result.requests.total,
  bytes: result.throughput.total,
  seconds: result.duration,
  p99: result.latency.p99,
  faults: faults.map((kind) => `${result[kind]} × ${kind}`).join(', '),
}
process.stdout.write(`${JSON.stringify(load)}\n`)
