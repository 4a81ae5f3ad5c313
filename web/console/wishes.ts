// In the session's storage, so that a half-written wish survives an error, Back and a reload.
const storageKey = 'rollcall.console.wishes'

const read = (): Record<string, string> => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}

/** The texts that somebody has typed and not saved yet: wishes, by the id of the notification, and answers, by that of the text. */
export const wishes = {
  of: (id: string): string => read()[id] ?? '',
  set(id: string, wish: string) {
    const { [id]: _, ...others } = read()
    sessionStorage.setItem(storageKey, JSON.stringify(wish === '' ? others : { ...others, [id]: wish }))
  },
  forget: () => sessionStorage.removeItem(storageKey),
}
