import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'

/** Why nobody was signed in. Each has a page. */
export type Failure = 'over' | 'unreachable' | 'clock' | 'refused' | 'invalid'

export const statusOf = {
  over: 400,
  refused: 403,
  clock: 502,
  invalid: 502,
  unreachable: 503,
} as const satisfies Record<Failure, number>

/** The codes of openid-client's errors when the provider does not answer as a provider. */
const unreachable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** Returns what an error of openid-client means for the person. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AuthorizationResponseError) return 'refused'
  // RFC 6749, 5.2: the code was used, or is too old.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'over' : 'invalid'
  const { code, message } = error as Error & { code?: string }
  if (unreachable.has(code ?? '') || (error instanceof TypeError && message === 'fetch failed')) return 'unreachable'
  return code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' ? 'clock' : 'invalid'
}

/** Returns the reason for the log, without tokens and claims. */
export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string }
  const said =
    error instanceof ResponseBodyError || error instanceof AuthorizationResponseError ? error.error : undefined
  const below = cause instanceof Error ? ((cause as Error & { code?: string }).code ?? cause.message) : undefined
  return [message, said, code, below].filter((part) => typeof part === 'string').join(': ')
}
