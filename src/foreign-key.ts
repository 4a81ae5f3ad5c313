import { Type } from 'typebox'

// Without `maxLength`, the size of a body would have no bound. A text within it gets the rule as its fault.
/** A string that matches the pattern. The fault is the rule. */
export const matching = (pattern: RegExp, rule: string, maxLength = 64) =>
  Type.Refine(
    Type.String({ maxLength, description: `This ${rule}.` }),
    (value) => pattern.test(value),
    () => rule,
  )

/** A key of the clinic's own system, or an address. */
export const ForeignKey = matching(/^[^\p{Cc}]{1,320}$/u, 'must be 1 to 320 characters without control characters', 320)
