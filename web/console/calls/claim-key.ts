import { idempotencyKey } from '../../../client/request.ts'
import { drafts } from '../../shared/loading/drafts.ts'

const draft = 'claims'

/** Returns the key of the claims of this page. Two people with the same credential have two pages. A reload keeps the key; the next
 *  person who signs in gets another. */
export function claimKey(): string {
  const stored = drafts.of<string>(draft)
  if (stored !== undefined) return stored
  const key = idempotencyKey()
  drafts.set(draft, key)
  return key
}
