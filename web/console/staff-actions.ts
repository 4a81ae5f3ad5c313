import type { Client, NotificationStatus } from '../../client/client.ts'
import { canHappen, reachOf, transitions } from '../../client/states.ts'
import type { Scope, Session } from '../shared/access/session.ts'
import type { ClinicTime } from '../shared/time/clinic-time.ts'
import { takesAnswer, takesWithdrawal } from './takes-answers.ts'

interface Action {
  /** The origin of the action: the contact (by telephone), the desk or the clinic. */
  origin: 'contact' | 'desk' | 'clinic'
  scope: Scope
  /** What the page asks before it saves: for a text, or for a confirmation. */
  asks: 'wish' | 'sure' | 'reason' | undefined
  /** @param text the wish or the reason; empty for none */
  make(client: Client, entityId: string, id: string, text: string): Promise<unknown>
}

const answering =
  (action: Answer): Action['make'] =>
  (client, entityId, id, wish) =>
    client.answer(entityId, id, { action, ...(wish !== '' && { wish }) })

/** What staff can do with a visit. */
export const staffActions = {
  confirm: { origin: 'contact', scope: 'actions:write', asks: undefined, make: answering('confirm') },
  reschedule: { origin: 'contact', scope: 'actions:write', asks: 'wish', make: answering('reschedule') },
  cancel: { origin: 'contact', scope: 'actions:write', asks: 'sure', make: answering('cancel') },
  arrive: {
    origin: 'desk',
    scope: 'checkin:write',
    asks: undefined,
    make: (client, entityId, id, reason) => client.arrive(entityId, { id }, reason === '' ? {} : { reason }),
  },
  annul: {
    origin: 'desk',
    scope: 'checkin:write',
    asks: 'reason',
    make: (client, entityId, id, reason) => client.annul(entityId, { id }, reason),
  },
  withdraw: {
    origin: 'clinic',
    scope: 'notifications:write',
    asks: 'sure',
    make: (client, entityId, id) => client.withdraw(entityId, id),
  },
} as const satisfies Record<string, Action>

export type StaffAction = keyof typeof staffActions
export type Answer = Parameters<Client['answer']>[2]['action']

export const actionsOf = (origin: Action['origin']): StaffAction[] =>
  (Object.keys(staffActions) as StaffAction[]).filter((action) => staffActions[action].origin === origin)

/** The actions that the page saves only after a question. */
type AskingAction = {
  [A in StaffAction]: (typeof staffActions)[A]['asks'] extends undefined ? never : A
}[StaffAction]

/** Whether the page asks something before it saves the action. */
export const asksFirst = (action: StaffAction): action is AskingAction => staffActions[action].asks !== undefined

/** Whether the page offers the action now. */
export function isOffered(
  action: StaffAction,
  visit: NotificationStatus,
  { scopes }: Pick<Session, 'scopes'>,
  time: Pick<ClinicTime, 'dayOf'>,
  now: Date,
): boolean {
  if (!scopes.includes(staffActions[action].scope)) return false
  const { state, starts_at } = visit
  if (action === 'annul') return canHappen(action, state)
  if (action === 'arrive')
    return canHappen(action, state) && starts_at !== undefined && time.dayOf(starts_at) <= time.dayOf(now)
  if (action === 'withdraw') return takesWithdrawal(visit, now.getTime())
  return takesAnswer(action, visit, now.getTime())
}

/** Returns the answer that the visit has, by which staff take back a later one; undefined without an answer. */
export function answerBefore({ state, wish, slot }: Pick<NotificationStatus, 'state' | 'wish' | 'slot'>) {
  const answers: readonly Answer[] = ['confirm', 'reschedule', 'cancel']
  const action = answers.find((one) => transitions[one].to === state)
  return action && { action, ...(wish !== undefined && { wish }), ...(slot !== undefined && { slot }) }
}

/** Whether a message was sent to the contact. Later messages go only to addresses that got one. */
export const wasTold = ({ deliveries }: Pick<NotificationStatus, 'deliveries'>) => reachOf(deliveries) === 'reached'

/** Returns the name of the text that says whether the contact gets a message about a withdrawal. A contact who has cancelled knows. */
export function messageOfWithdrawal(visit: Pick<NotificationStatus, 'state' | 'deliveries'>) {
  if (visit.state === transitions.cancel.to) return 'knowsAlready'
  return wasTold(visit) ? 'withMessage' : 'withoutMessage'
}

/** Returns the state for staff to read. If the contact had cancelled before the clinic withdrew the visit, it is `cancelled`. */
export const stateInWords = ({ state, ended_from }: Pick<NotificationStatus, 'state' | 'ended_from'>) =>
  state === transitions.withdraw.to && ended_from === transitions.cancel.to ? ended_from : state
