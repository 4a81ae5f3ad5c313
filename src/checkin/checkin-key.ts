import { Type } from 'typebox'

/** The path of a check-in token. */
export const CheckinKey = Type.Object({
  entity_id: Type.String({ description: "Code of the clinic, doctor's office or hospital." }),
  token: Type.String({ description: 'Check-in token read from the QR code.' }),
})

export const tokenProblems = ['checkin-not-found', 'checkin-expired', 'checkin-revoked', 'invalid-parameter'] as const
