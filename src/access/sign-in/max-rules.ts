/** The maximum number of access rules. */
export const maxRules = 200
