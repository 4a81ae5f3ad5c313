import { type Static, Type } from 'typebox'

/** Whether staff have read a reply. */
export const ReadChange = Type.Object(
  { read: Type.Boolean({ description: 'Whether staff have read the reply.' }) },
  {
    $id: 'ReadChange',
    description: 'Whether staff have read a reply.',
    additionalProperties: false,
    examples: [{ read: true }],
  },
)
export type ReadChange = Static<typeof ReadChange>
