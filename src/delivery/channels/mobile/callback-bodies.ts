import { Type } from 'typebox'
import { bodyReader } from '../../../json-faults.ts'

/** What a gateway says of a text that it took. */
export const readStatus = bodyReader(
  Type.Object({
    status: Type.Enum(['delivered', 'failed']),
    reason: Type.Optional(Type.String({ maxLength: 300 })),
  }),
)

/** What a contact texted back, from a number with its country's code. */
export const readReply = bodyReader(
  Type.Object({ from: Type.String({ minLength: 1, maxLength: 32 }), text: Type.String({ maxLength: 2_000 }) }),
)
