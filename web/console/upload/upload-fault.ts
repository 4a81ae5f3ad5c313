import { ProblemError } from '../../../client/client.ts'
import type { FileFault } from './file-kind.ts'

/** Why a step of an upload failed. */
export interface UploadFault {
  kind: FileFault | 'no-connection' | 'busy' | 'signed-out' | 'not-allowed' | 'refused'
  /** The words of the service, in English. */
  detail: string
}

export function uploadFaultOf(error: unknown): UploadFault {
  if (!(error instanceof ProblemError)) return { kind: 'no-connection', detail: '' }
  const { status, message, errors } = error
  if (status === 401) return { kind: 'signed-out', detail: '' }
  if (status === 403) return { kind: 'not-allowed', detail: '' }
  if (status === 429 || status >= 500) return { kind: 'busy', detail: '' }
  const reasons = errors.map(({ parameter, reason }) => `${parameter} ${reason}`)
  return { kind: 'refused', detail: reasons.join('; ') || message }
}
