import { idempotencyKey } from '../../../client/request.ts'

// In the session's storage, so that the claims of this page stay its own after a reload.
const storageKey = 'rollcall.console.claims'

/** Returns the key of the claims of this page. Two people with the same credential have two pages. */
export function claimKey(): string {
  const stored = sessionStorage.getItem(storageKey)
  if (stored !== null) return stored
  const key = idempotencyKey()
  sessionStorage.setItem(storageKey, key)
  return key
}

export const forgetClaimKey = () => sessionStorage.removeItem(storageKey)
