import type { Scope } from '../../access/session.ts'
import { deviceKinds } from './device-kinds.ts'
import { isWithin } from './rights.ts'

/** The scopes for common purposes. An administrator gets all that the credential has. */
const scopesFor = {
  system: ['actions:read', 'notifications:write'],
  reporting: ['actions:read', 'notifications:read'],
  desk: deviceKinds.desk.scopes,
  office: ['actions:read', 'actions:write', 'notifications:read', 'notifications:write'],
} as const satisfies Record<string, readonly Scope[]>

export type Purpose = keyof typeof scopesFor | 'administrator'

/** Returns the scopes of a purpose; undefined if the credential lacks some of them. */
export function scopesOfPurpose(purpose: Purpose, held: Scope[]): Scope[] | undefined {
  if (purpose === 'administrator') return held.includes('admin') ? held : undefined
  return isWithin(scopesFor[purpose], held) ? [...scopesFor[purpose]] : undefined
}
