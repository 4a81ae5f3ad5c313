import type { Webhook } from '../../../../client/client.ts'
import type { ShownState } from '../../../shared/look/shown-state.ts'

export type WebhookState = 'working' | 'waiting' | 'disabled'

export const stateOf = ({ disabled, failures }: Pick<Webhook, 'disabled' | 'failures'>): WebhookState =>
  disabled ? 'disabled' : failures > 0 ? 'waiting' : 'working'

/** The sign and colour of each state, and the button that ends it. */
export const states = {
  working: { look: 'confirmed', resume: undefined },
  waiting: { look: 'rescheduling', resume: 'tryNow' },
  disabled: { look: 'cancelled', resume: 'resume' },
} as const satisfies Record<WebhookState, { look: ShownState; resume: 'tryNow' | 'resume' | undefined }>
