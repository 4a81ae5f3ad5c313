import { channelNames } from '../../../client/choices.ts'
import type { AccessTokenRecord } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'
import { kindOf } from '../access/device-kinds.ts'

export const stepNames = ['access', 'details', 'channels', 'test', 'device', 'system'] as const
export type StepName = (typeof stepNames)[number]

/** The access that the administrator has given. */
export interface GrantedAccess {
  accessTokens: AccessTokenRecord[]
  /** How many people have an account. */
  people: number
  /** Whether groups of the identity provider have rights. */
  hasRules: boolean
}

/** Whether messages of a channel leave the service. */
const sendsSome = (unsent: Session['unsent']) => !unsent || unsent.channels.length < channelNames.length

/** Which steps are done. The service does not know whether a test message arrived. */
export function doneSteps(
  { entity, unsent }: Pick<Session, 'entity' | 'unsent'>,
  { accessTokens, people, hasRules }: GrantedAccess,
  isTested: boolean,
): Set<StepName> {
  const working = accessTokens.filter(
    ({ entities, test, revoked_at }) =>
      revoked_at === undefined && !test && (entities === undefined || entities.includes(entity.id)),
  )
  const isDone: Record<StepName, boolean> = {
    details: entity.phone !== undefined && entity.address !== undefined,
    channels: sendsSome(unsent),
    test: isTested,
    device: working.some(kindOf),
    system: working.some(({ scopes }) => scopes.includes('notifications:write') && !scopes.includes('admin')),
    // The first one is the administrator.
    access: hasRules || people > 1,
  }
  return new Set(stepNames.filter((name) => isDone[name]))
}
