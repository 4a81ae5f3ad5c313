import { Type } from 'typebox'

/** The path of a check-in token. */
export const CheckinKey = Type.Object({
  entity_id: Type.String({ description: "The id of the entity: a clinic, doctor's office or hospital." }),
  token: Type.String({ description: 'The check-in token that the QR code contains.' }),
})

export const tokenProblems = ['checkin-not-found', 'checkin-expired', 'checkin-revoked', 'invalid-parameter'] as const
