// Validates the recorded exchanges as Prism's proxy does with --errors. npm test records them: see test/declared-responses.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance, getHttpOperationsFromSpec, type IHttpRequest, type IHttpResponse } from '@stoplight/prism-http'

interface Exchange {
  request: IHttpRequest
  response: IHttpResponse
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

const operations = await getHttpOperationsFromSpec(JSON.parse(read('openapi.json')))
let recorded: IHttpResponse
const silent = { child: () => silent } as never
const prism = createInstance(
  {
    isProxy: true,
    upstream: new URL('http://127.0.0.1'),
    upstreamProxy: undefined,
    mock: { dynamic: false },
    // Prism knows only the spelling Bearer. RFC 9110 ignores the case.
    checkSecurity: false,
    validateRequest: true,
    validateResponse: true,
    errors: true,
  },
  { logger: silent, forward: () => () => async () => ({ _tag: 'Right', right: recorded }) },
)

async function faultsOf({ request, response }: Exchange): Promise<string[]> {
  recorded = response
  const result = await prism.request(request, operations)()
  if (result._tag === 'Left') return [`${result.left.name} ${result.left.message}`]
  const { input, output } = result.right.validations
  const found = isWhollyAccepted({ request, response }) ? [...input, ...output] : output
  return found.map(({ path, message }) => `${path?.join('.') ?? ''} ${message}`)
}

/** The service rejects a request that breaks the document, or the faulty items of a task. */
const isWhollyAccepted = ({ request: { body }, response }: Exchange) =>
  response.statusCode < 400 && (body as { on_fault?: string } | undefined)?.on_fault !== 'skip'

const exchanges = read('exchanges.ndjson')
  .split('\n')
  .flatMap((line) => (line ? [JSON.parse(line) as Exchange] : []))
const found = new Set<string>()
for (const exchange of exchanges) {
  const { request, response } = exchange
  for (const fault of await faultsOf(exchange)) {
    found.add(`${request.method} ${request.url.path} ${response.statusCode}: ${fault}`)
  }
}
for (const fault of found) console.error(fault)
if (found.size > 0 || exchanges.length === 0) {
  console.error(`Prism: ${found.size} faults in ${exchanges.length} exchanges.`)
  process.exitCode = 1
}
