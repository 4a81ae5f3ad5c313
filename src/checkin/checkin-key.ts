import { Type } from 'typebox'
import { EntityIdParam } from '../entities/entity.ts'

/** The path parameters of a check-in token. */
export const CheckinKey = Type.Object({
  entity_id: EntityIdParam,
  token: Type.String({ description: 'The check-in token that the QR code contains.' }),
})

export const tokenProblems = ['checkin-not-found', 'checkin-expired', 'checkin-revoked', 'invalid-parameter'] as const
