import type { ShownState } from './shown-state.ts'

/** Paths on a grid of 16 × 16: a circle, a tick, two arrows, a cross, an arrow to a wall, an arrow
 *  upwards, a crossed circle, and a clock. */
export const signs: Record<ShownState, string> = {
  expected: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3z',
  confirmed: 'm3 8.5 3.5 3.5 6.5-8',
  rescheduling: 'M3 5.5h10L10.5 3M13 10.5H3l2.5 2.5',
  cancelled: 'm4 4 8 8m0-8-8 8',
  arrived: 'M2 8h8M6.5 4.5 10 8l-3.5 3.5M13.5 3v10',
  unsent: 'M8 13.5V6M4.5 9 8 5.5 11.5 9M3 2.5h10',
  'no-show': 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM4.5 11.5l7-7',
  overdue: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zm0 2.75V8l2 1.5',
}

/** The state of a visit in words, with its sign and its colour. */
export const StateBadge = ({ state, text }: { state: ShownState; text: string }) => (
  <span class={`badge state ${state}`}>
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={signs[state]} />
    </svg>
    {text}
  </span>
)
