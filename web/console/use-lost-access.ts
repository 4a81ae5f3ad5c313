import { useEffect } from 'preact/hooks'
import type { SignInFault } from '../shared/access/session.ts'
import { refusalOf } from '../shared/loading/follow.ts'

/** Signs out when the error says that the credential may no longer read the clinic. */
export function useLostAccess(error: unknown, onRefused: (fault: SignInFault) => void) {
  useEffect(() => {
    const refusal = refusalOf(error)
    if (refusal) onRefused(refusal)
  }, [error])
}
