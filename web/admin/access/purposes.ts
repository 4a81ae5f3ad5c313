import type { Scope, Session } from '../../shared/access/session.ts'
import { deviceKinds } from './device-kinds.ts'
import { isWithin, type Rights } from './rights.ts'

/** The scopes for common purposes. An administrator gets all that the credential has, also all clinics. */
const scopesFor = {
  system: ['actions:read', 'notifications:write'],
  reporting: ['actions:read', 'notifications:read'],
  desk: deviceKinds.desk.scopes,
  office: ['actions:read', 'actions:write', 'notifications:read', 'notifications:write'],
} as const satisfies Record<string, readonly Scope[]>

export type Purpose = keyof typeof scopesFor | 'administrator'

/** What a credential can give: its scopes, and maybe all clinics. */
export type HeldRights = Pick<Session, 'scopes' | 'isForAll'>

/** Returns the rights of a purpose, at the clinics of other rights; undefined if the credential lacks some of them. */
export function rightsOfPurpose(
  purpose: Purpose,
  held: HeldRights,
  { scopes: _, ...clinics }: Rights,
): Rights | undefined {
  if (purpose === 'administrator') {
    if (!held.scopes.includes('admin')) return undefined
    return { scopes: held.scopes, ...(held.isForAll ? { all_entities: true } : clinics) }
  }
  return isWithin(scopesFor[purpose], held.scopes) ? { scopes: [...scopesFor[purpose]], ...clinics } : undefined
}
