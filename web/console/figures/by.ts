import type { OutcomesQuery } from '../../../client/client.ts'

/** The feature by which the comparison has groups. */
export type By = NonNullable<OutcomesQuery['by']>

/** The features whose values have an order of their own. */
export const orderedBy: readonly By[] = ['weekday', 'hour', 'notice', 'reminder']
