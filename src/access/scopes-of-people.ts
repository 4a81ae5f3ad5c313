import type { Config } from '../config/config.ts'
import type { Scope } from './credential.ts'

export type DeskPerson = Config['deskPerson']

/** The scopes whose changes need a person who has signed in, also with an access token. A tablet in the waiting room has
 *  `checkin:code` instead. */
export const scopesOfPeople = {
  optional: [],
  required: ['checkin:write'],
} as const satisfies Record<DeskPerson, Scope[]>
