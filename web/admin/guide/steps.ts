import type { AccessTokenRecord, Entity } from '../../../client/client.ts'
import type { Scope } from '../../access/session.ts'

export const stepNames = ['details', 'test', 'device', 'system', 'access'] as const
export type StepName = (typeof stepNames)[number]

/** What the service knows about the steps. */
export interface Standing {
  accessTokens: AccessTokenRecord[]
  /** Whether groups of the identity provider have rights. */
  hasRules: boolean
}

/** Which steps are done. The service does not know whether a test message arrived. */
export function doneSteps(entity: Entity, { accessTokens, hasRules }: Standing, isTested: boolean): Set<StepName> {
  const given = (scope: Scope) =>
    accessTokens.some(
      ({ scopes, entities, test, revoked_at }) =>
        revoked_at === undefined &&
        !test &&
        scopes.includes(scope) &&
        (entities === undefined || entities.includes(entity.id)),
    )
  const isDone: Record<StepName, boolean> = {
    details: entity.phone !== undefined && entity.address !== undefined,
    test: isTested,
    device: given('checkin:write'),
    system: given('notifications:write'),
    access: given('admin') || hasRules,
  }
  return new Set(stepNames.filter((name) => isDone[name]))
}
