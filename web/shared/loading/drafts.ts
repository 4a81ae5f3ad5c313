const storageKey = 'rollcall.drafts'
const ownerKey = 'rollcall.drafts.owner'

const read = (): Record<string, unknown> => {
  // Another version may have stored another format.
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}

/** What somebody has typed and not saved, by the name of the form, and the key of the claims, until this tab closes. It survives an
 *  ended session, a lost connection and a reload. Secrets do not belong here. */
export const drafts = {
  of: <Draft>(name: string) => read()[name] as Draft | undefined,
  has: (name: string) => name in read(),
  set(name: string, draft: unknown) {
    const { [name]: _, ...others } = read()
    sessionStorage.setItem(storageKey, JSON.stringify(draft === undefined ? others : { ...others, [name]: draft }))
  },
  /** Forgets what somebody else has typed.
   *  @param owner the name of the session that begins, or goes on */
  keepFor(owner: string) {
    if (sessionStorage.getItem(ownerKey) === owner) return
    sessionStorage.removeItem(storageKey)
    sessionStorage.setItem(ownerKey, owner)
  },
}
