import { Type } from 'typebox'
import { bodyReader } from '../../json-faults.ts'

/** A gateway's report on a text message that it accepted. */
export const readStatus = bodyReader(
  Type.Object({
    status: Type.Enum(['delivered', 'failed']),
    reason: Type.Optional(Type.String({ maxLength: 300 })),
  }),
)

/** A contact's reply. `from` includes the country code. `opted_out`: the provider takes the text as an opt-out. */
export const readReply = bodyReader(
  Type.Object({
    from: Type.String({ minLength: 1, maxLength: 32 }),
    text: Type.String({ maxLength: 2_000 }),
    opted_out: Type.Optional(Type.Boolean()),
  }),
)
