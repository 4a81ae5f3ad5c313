import { cookieSession, isGranted, type Scope, type Session } from './session.ts'

/** Where the browser keeps a page's session. */
export interface StoredSession {
  key: string
  read(): Session | undefined
  write(session: Session): void
  /** @param session the one that ends */
  forget(session?: Session): void
}

export function storedSession(storage: Storage, key: string): StoredSession {
  return {
    key,
    read(): Session | undefined {
      // Another version may have stored another format.
      try {
        const stored: Session = JSON.parse(storage.getItem(key) ?? '')
        return stored.entities.length > 0 && stored.scopes.length > 0 && stored.entity.time_zone && stored.clocks
          ? stored
          : undefined
      } catch {
        return undefined
      }
    },
    write: (session) => storage.setItem(key, JSON.stringify(session)),
    forget: () => storage.removeItem(key),
  }
}

/** Returns the store of a device. The cookie belongs to a person, so it is no device's session, and a stored one counts as none. */
export const storeOfDevice = (stored: StoredSession): StoredSession => ({
  ...stored,
  read() {
    const session = stored.read()
    return session?.token === cookieSession ? undefined : session
  },
})

/** Returns the store of a desk: the device's session, or the tab's if the device has none and the tab's is sufficient. The desk never
 *  makes the tab's session the device's (docs/decisions/0035-tokens-in-browsers.md). */
export const storeOfDesk = (device: StoredSession, tab: StoredSession, needed: readonly Scope[]): StoredSession => ({
  key: device.key,
  read() {
    const own = device.read()
    if (own) return own
    const ofTab = tab.read()
    return ofTab && needed.every((scope) => isGranted(scope, ofTab.scopes)) ? { ...ofTab, isOfTab: true } : undefined
  },
  write: ({ isOfTab, ...session }) => (isOfTab ? tab : device).write(session),
  forget: (session) => (session?.isOfTab ? tab : device).forget(),
})
