import type { Request } from './questions.ts'
import type { Server } from './servers/start.ts'
import type { Workload } from './workloads.ts'

const sample = 40

/** Sends a request as the generators do. By default, `fetch` requests compression, which changes the entity tag. */
export async function ask({ origin }: Server, { path, headers }: Request) {
  const answer = await fetch(`${origin}${path}`, { headers: { 'Accept-Encoding': 'identity', ...headers } })
  return { status: answer.status, etag: answer.headers.get('etag'), body: Buffer.from(await answer.arrayBuffer()) }
}

/** Verifies the server's responses against the workload. Returns their mean length in bytes.
 *  @throws Error at the first wrong answer */
export async function verify(server: Server, workload: Workload, requests: Request[]): Promise<number> {
  const stride = Math.ceil(requests.length / sample)
  const chosen = requests.filter((_, index) => index % stride === 0)
  let bytes = 0
  for (const request of chosen) {
    const { status, body } = await ask(server, request)
    const fault = status === workload.status ? faultOf(body, workload.records) : `status ${status}`
    if (fault) throw new Error(`${server.name}, ${workload.work}: ${fault} in answer to ${request.path}`)
    bytes += body.length
  }
  return bytes / chosen.length
}

function faultOf(body: Buffer, records: Workload['records']): string | undefined {
  if (records === 0) return body.length === 0 ? undefined : 'a body'
  const count = [JSON.parse(body.toString())].flat().length
  const { min, max } = typeof records === 'number' ? { min: records, max: records } : records
  return count >= min && count <= max ? undefined : `${count} records`
}
