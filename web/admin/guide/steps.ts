import { channelNames } from '../../../client/choices.ts'
import type { AccessTokenRecord } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'
import { kindOf } from '../access/device-kinds.ts'

// The access comes early: the session of the first start ends soon, and its link does not return after the first access token.
export const stepNames = ['details', 'access', 'channels', 'test', 'device', 'system'] as const
export type StepName = (typeof stepNames)[number]

/** The access that the administrator has given. */
export interface GrantedAccess {
  accessTokens: AccessTokenRecord[]
  /** Whether groups of the identity provider have rights. */
  hasRules: boolean
}

/** Whether messages of a channel leave the service. */
const sendsSome = (unsent: Session['unsent']) => !unsent || unsent.channels.length < channelNames.length

/** Which steps are done. The service does not know whether a test message arrived. */
export function doneSteps(
  { entity, unsent }: Pick<Session, 'entity' | 'unsent'>,
  { accessTokens, hasRules }: GrantedAccess,
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
    // With an access token for some clinics, nobody can administer the service.
    access: hasRules || working.some(({ scopes, all_entities }) => all_entities && scopes.includes('admin')),
  }
  return new Set(stepNames.filter((name) => isDone[name]))
}
