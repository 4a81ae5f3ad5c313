import type { AlternativeScope } from '../access/guard.ts'

/** The scope of a tablet in the waiting room is sufficient for a code and its arrival. */
export const codeScope = { scope: 'checkin:code', isEnough: () => true } as const satisfies AlternativeScope
