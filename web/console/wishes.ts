// In the session's storage, so that a half-written wish survives an error, Back and a reload.
const kept = 'rollcall.console.wishes'

const read = (): Record<string, string> => {
  try {
    return JSON.parse(sessionStorage.getItem(kept) ?? '{}')
  } catch {
    return {}
  }
}

/** The wishes that somebody has typed and not saved yet, by the id of the notification. */
export const wishes = {
  of: (id: string): string => read()[id] ?? '',
  keep(id: string, wish: string) {
    const { [id]: _, ...others } = read()
    sessionStorage.setItem(kept, JSON.stringify(wish === '' ? others : { ...others, [id]: wish }))
  },
  forget: () => sessionStorage.removeItem(kept),
}
