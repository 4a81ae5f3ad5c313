import { idempotencyKey } from '../../../client/request.ts'

// In the session's storage, so that the claims of this page stay its own after a reload.
const storageKey = 'rollcall.console.claims'

interface Stored {
  /** Names this page to the service. Two people with the same credential have two pages. */
  key: string
  /** When this page claimed each visit, by the id of its notification. A colleague's claim has another time. */
  claimed: Record<string, string>
}

function read(): Stored {
  try {
    const stored: Stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '')
    return stored.key ? stored : { key: idempotencyKey(), claimed: {} }
  } catch {
    return { key: idempotencyKey(), claimed: {} }
  }
}

const write = (stored: Stored) => sessionStorage.setItem(storageKey, JSON.stringify(stored))

/** The claims of this page. */
export const ownClaims = {
  key(): string {
    const stored = read()
    write(stored)
    return stored.key
  },
  has: ({ notification_id, at }: { notification_id: string; at: string }) => read().claimed[notification_id] === at,
  add({ notification_id, at }: { notification_id: string; at: string }) {
    const stored = read()
    write({ ...stored, claimed: { ...stored.claimed, [notification_id]: at } })
  },
  forget: () => sessionStorage.removeItem(storageKey),
}
