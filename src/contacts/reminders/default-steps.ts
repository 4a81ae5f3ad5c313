import type { RemindedState } from '../../visits/state.ts'

const unanswered: RemindedState[] = ['open', 'rescheduling']

/** A contact who has confirmed gets only the last reminder. */
export const defaultSteps: { before: string; states: RemindedState[] }[] = [
  { before: 'P7D', states: unanswered },
  { before: 'P2D', states: unanswered },
  { before: 'PT3H', states: ['open', 'confirmed', 'rescheduling'] },
]
