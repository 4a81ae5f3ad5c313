import { reservedName } from '../../../client/reserved-name.ts'

/** Returns what is wrong with the name of a new access token. */
export function faultOfName(name: string): 'name' | 'reserved' | undefined {
  if (name.trim() === '') return 'name'
  return name.trim() === reservedName ? 'reserved' : undefined
}
