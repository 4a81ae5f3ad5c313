import { Type } from 'typebox'

/** Whether staff have dealt with the contact's request for another time. */
export const DoneChange = Type.Object(
  { done: Type.Boolean({ description: 'Whether staff have dealt with the request for another time.' }) },
  {
    $id: 'DoneChange',
    description: "Whether staff have dealt with the contact's request for another time.",
    additionalProperties: false,
    examples: [{ done: true }],
  },
)
