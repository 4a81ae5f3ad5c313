import type { PageWords } from '../../../../client/words.ts'

type Says = PageWords['admin-systems']['webhooks']
type StatusText = keyof Says['statuses']
type ReasonText = keyof Says['reasons']

export const isSuccess = (status: number | undefined) => status !== undefined && status >= 200 && status < 300

/** The text about a status that is no success. */
export function textOfStatus(status: number): StatusText {
  if (status >= 500) return 'broken'
  if (status < 400) return 'redirect'
  return exact[status] ?? 'other'
}

const exact: { [status: number]: StatusText } = {
  401: 'refused',
  403: 'refused',
  404: 'unknown',
  405: 'unknown',
  410: 'gone',
  429: 'busy',
}

/** The reasons of the service and of Node, and the text about each. */
const reasons: [reason: RegExp, text: ReasonText][] = [
  [/must be an https: URL/, 'https'],
  [/must not contain white space/, 'spaces'],
  [/a user or a password/, 'user'],
  [/WEBHOOK_NETWORKS/, 'private'],
  [/ECONNREFUSED/, 'nothing'],
  [/ENOTFOUND|EAI_AGAIN/, 'noHost'],
  [/no response within/, 'slow'],
  [/ECONNRESET|EPIPE|socket hang up|without a response/, 'closed'],
  [/certificate|altname|self-signed|EPROTO|SSL/i, 'certificate'],
  [/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/, 'unreachable'],
]

/** The text about a reason; undefined if the page does not know the reason. */
export const textOfReason = (reason: string): ReasonText | undefined =>
  reasons.find(([pattern]) => pattern.test(reason))?.[1]

/** Reads the outcome of the last attempt from the reason for which a webhook is disabled: `status 410`, or `10 attempts failed. The
 *  last one: connect ECONNREFUSED`. */
export function outcomeOfDisabled(reason: string): { status: number } | { reason: string } {
  const last = reason.replace(/^.*?The last one: /, '')
  const status = /^status (\d{3})$/.exec(last)?.[1]
  return status === undefined ? { reason: last } : { status: Number(status) }
}
