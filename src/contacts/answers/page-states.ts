import type { Words } from '../../platform/languages/words.ts'
import type { State } from '../../visits/state.ts'

type PageWords = Words['answer-page']

/** A status of the visit on its page. */
export type ShownStatus = keyof PageWords['states']

interface PageState {
  status: ShownStatus
  /** The status once the page accepts no answer, if it differs. */
  statusWhenClosed?: ShownStatus
  hasCheckin?: true
  showsWish?: true
  /** The question that the page asks a contact who cancelled or asked for another time, and now confirms. */
  confirmAgain?: keyof PageWords['confirmAgain']
  /** The offer to ask for another time. The default is `reschedule`. */
  offerToReschedule?: 'changeWish'
  /** Whether the details of the visit may be wrong. */
  isOutdated?: true
}

/** What the page shows in each state of its notification. */
export const pageStates: Record<State, PageState> = {
  open: { status: 'open', statusWhenClosed: 'closed' },
  confirmed: { status: 'confirmed', hasCheckin: true },
  rescheduling: {
    status: 'rescheduling',
    showsWish: true,
    confirmAgain: 'rescheduling',
    offerToReschedule: 'changeWish',
  },
  cancelled: { status: 'cancelled', confirmAgain: 'cancelled' },
  arrived: { status: 'arrived' },
  'no-show': { status: 'missed', statusWhenClosed: 'closed' },
  superseded: { status: 'superseded', isOutdated: true },
  withdrawn: { status: 'withdrawn' },
  // History has no links.
  imported: { status: 'open' },
}
