import { ProblemError } from '../../../../client/client.ts'

/** Why the service refused, by field; `''` has what concerns no field. */
export type Faults = Partial<Record<'subject' | 'text' | 'uid' | '', string[]>>

/** Why a request failed, if it is not a fault of its fields. */
type Failure = 'no-connection' | 'busy' | 'not-allowed' | 'conflict' | 'refused'

export type Refusal = { faults: Faults } | { failure: Failure; detail?: string }

const fields = ['subject', 'text', 'uid'] as const

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ProblemError)) return { failure: 'no-connection' }
  const { status, code, errors, message, reason } = error
  if (code === 'invalid-body') return { faults: byField(errors) }
  if (code === 'changed-meanwhile') return { failure: 'conflict' }
  if (status === 401 || status === 403) return { failure: 'not-allowed' }
  if (code === 'message-not-sent') return { failure: 'refused', detail: reason ?? message }
  if (status === 429) return { failure: 'busy', detail: message }
  if (status >= 500) return { failure: 'busy' }
  return { failure: 'refused', detail: message }
}

/** The service names a field by its JSON pointer, such as `/text`. */
function byField(errors: ProblemError['errors']): Faults {
  const faults: Faults = {}
  for (const { parameter, reason } of errors) {
    const field = fields.find((name) => parameter === `/${name}`) ?? ''
    faults[field] = [...(faults[field] ?? []), reason]
  }
  return faults
}
