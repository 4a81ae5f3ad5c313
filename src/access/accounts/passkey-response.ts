import { Type } from 'typebox'

const bytes = Type.String({ maxLength: 8_192, pattern: '^[A-Za-z0-9_-]*$' })
const optionalBytes = Type.Optional(bytes)

const credential = {
  id: bytes,
  rawId: bytes,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 32 })),
  // No extension is asked for, but browsers answer some of their own accord.
  clientExtensionResults: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 20 }),
}

/** What `PublicKeyCredential.toJSON` returns for a new passkey (Web Authentication, 5.1). */
export const CreatedPasskey = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: bytes,
        attestationObject: bytes,
        authenticatorData: optionalBytes,
        publicKey: optionalBytes,
        publicKeyAlgorithm: Type.Optional(Type.Integer()),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

/** What it returns for a passkey that was used. */
export const UsedPasskey = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: Type.Optional(Type.Union([bytes, Type.Null()])),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
