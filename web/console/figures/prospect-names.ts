import type { VisitOutcomes } from '../../../client/client.ts'

/** What is known of visits to come, in the order of the page. Few clinics have visits of history files that are to come. */
export const prospectNames = [
  ...(['confirmed', 'open', 'waiting', 'unreached', 'another_time', 'cancelled', 'unknown'] as const),
] satisfies (keyof VisitOutcomes['to_come'])[]
