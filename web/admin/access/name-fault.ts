// The service keeps it for the actions of contacts.
const reserved = 'contact'

/** Returns what is wrong with the name of a new access token. */
export function faultOfName(name: string): 'name' | 'reserved' | undefined {
  if (name.trim() === '') return 'name'
  return name.trim() === reserved ? 'reserved' : undefined
}
