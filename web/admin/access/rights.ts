import type { NewAccessToken } from '../../../client/client.ts'
import type { Scope } from '../../shared/access/session.ts'

/** What an access token, or the people of a group, may do, and at which clinics. */
export type Rights = Pick<NewAccessToken, 'scopes' | 'entities' | 'all_entities'>

export type RightsFault = 'scopes' | 'clinics'

export function faultOfRights({ scopes, entities, all_entities }: Rights): RightsFault | undefined {
  if (scopes.length === 0) return 'scopes'
  return all_entities || entities?.length ? undefined : 'clinics'
}

export const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

export const isWithin = (scopes: readonly Scope[], held: readonly Scope[]) =>
  scopes.every((scope) => held.includes(scope))
