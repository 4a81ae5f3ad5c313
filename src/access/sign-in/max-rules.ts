/** There are no more access rules. */
export const maxRules = 200
