import { type Static, type TProperties, Type } from 'typebox'

const bytes = Type.String({ maxLength: 8_192, pattern: '^[A-Za-z0-9_-]+$' })

const responseWith = <Parts extends TProperties>(parts: Parts) =>
  Type.Object(
    { id: bytes, response: Type.Object(parts, { additionalProperties: false }) },
    { additionalProperties: false },
  )

/** What the page sends of a new passkey, in base64url (Web Authentication, 5.2.1). Attestations count for nothing. */
export const CreatedPasskey = responseWith({ clientDataJSON: bytes, attestationObject: bytes })
export type CreatedPasskey = Static<typeof CreatedPasskey>

/** The browser's response for a passkey that was used (Web Authentication, 5.2.2). */
export const UsedPasskey = responseWith({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes })
export type UsedPasskey = Static<typeof UsedPasskey>

/** Returns a credential in the form of the library. */
export const credentialOf = <Response>({ id, response }: { id: string; response: Response }) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response,
})
