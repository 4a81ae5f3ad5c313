import { type ProblemCode, problemKind } from './problem-kinds.ts'

export interface ParameterFault {
  /** The name of a path or query parameter or of a header, or a JSON pointer into the body. */
  parameter: string
  reason: string
}

export interface ProblemMembers {
  errors?: ParameterFault[]
  reason?: string
  /** The notification of a check-in token that is no longer valid. */
  notification_id?: string
  /** The scope that the operation requires. */
  scope?: string
  arrived_at?: string
  window_opens_at?: string
  window_closed_at?: string
}

/** A failure that the client receives as RFC 9457 problem details. Never contains values of the request. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly members: ProblemMembers
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, members: ProblemMembers = {}, headers: Record<string, string> = {}, cause?: unknown) {
    super(problemKind(code).title, { cause })
    this.code = code
    this.members = members
    this.headers = { ...problemKind(code).headers, ...headers }
  }

  get status() {
    return problemKind(this.code).status
  }

  /** Returns the body of the response. `origin` is the public URL of this service, `requestId` a UUID. */
  details(origin: string, requestId: string) {
    const { status, title, detail } = problemKind(this.code)
    const type = `${origin}/problems/${this.code}`
    return { type, title, status, detail, code: this.code, instance: `urn:uuid:${requestId}`, ...this.members }
  }
}

/** Whether the database was unavailable. This error affects every request alike. */
export const isUnavailable = (error: unknown) => error instanceof Problem && error.code === 'database-unavailable'

/** @throws the error, unless the database was unavailable */
export function unlessUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error
}

/** Returns the problem for a 4xx status from Fastify. */
export const problemOfStatus = (status: number) => new Problem(codeOfStatus[status] ?? 'invalid-request')

const codeOfStatus: Record<number, ProblemCode> = {
  404: 'not-found',
  413: 'body-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
}
