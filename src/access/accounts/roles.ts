import { type Scope, scopes } from '../credentials/scope.ts'

const reception = [
  'actions:read',
  'actions:write',
  'checkin:read',
  'checkin:write',
  'notifications:read',
] as const satisfies Scope[]

/** What the people of each role may do. An administrator has all scopes: nobody grants a scope that they lack. */
const scopesByRole = {
  reception,
  manager: [...reception, 'notifications:write'],
  administrator: scopes,
} as const satisfies Record<string, readonly Scope[]>

export type Role = keyof typeof scopesByRole

export const roles = Object.keys(scopesByRole) as Role[]

export const scopesOf = (role: Role): Scope[] => [...scopesByRole[role]]
