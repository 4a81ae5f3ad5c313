/** An unsuccessful response, with its problem details (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  /** A stable code, such as `checkin-expired`; `unknown` if a proxy sent the response. */
  readonly code: string
  readonly reason: string | undefined
  readonly errors: { parameter: string; reason: string }[]
  /** Further members of the problem, such as `arrived_at` or `window_opens_at`. */
  readonly members: Record<string, unknown>
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined
  /** The value of the Retry-After header, in seconds. */
  readonly retryAfter: number | undefined

  constructor(response: Response, problem: Partial<ProblemBody>) {
    super(problem.detail ?? `The service answered ${response.status}.`)
    this.status = response.status
    this.code = problem.code ?? 'unknown'
    this.reason = problem.reason
    this.errors = problem.errors ?? []
    const { type, title, status, detail, code, instance, errors, ...members } = problem
    this.members = members
    this.requestId = response.headers.get('request-id') ?? undefined
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    this.retryAfter = Number.isNaN(seconds) ? undefined : seconds
  }
}

interface ProblemBody extends Record<string, unknown> {
  detail: string
  code: string
  reason: string
  errors: { parameter: string; reason: string }[]
}

export async function problemOf(response: Response): Promise<ProblemError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  return new ProblemError(response, isProblem ? ((await response.json()) as Partial<ProblemBody>) : {})
}
