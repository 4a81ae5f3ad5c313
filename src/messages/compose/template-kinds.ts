import type { TemplateForm } from '../../channels/channel.ts'
import type { Plugin, ShowingMessage } from '../../visits/plugins/plugin.ts'
import { plugins } from '../../visits/plugins/registry.ts'
import type { RemindedState, State } from '../../visits/state.ts'
import type { AcknowledgedState, MessageKind } from '../delivery/kind.ts'
import { hasMoved, type MessageContext } from './message-context.ts'

type Form = TemplateForm['form']

/** The rules of a kind of template: the message that it replaces, and its allowed and required placeholders. */
interface KindRules {
  message: MessageKind
  /** The state of the notification. A template has one text, so messages that differ by state have a kind for each. */
  state: State
  /** The forms in which the message is sent. */
  forms: readonly Form[]
  /** Whether it asks for an answer. It then has a way to stop messages, and applies as long as the service takes answers. */
  asks: boolean
  /** The placeholders that a text must have. A letter has them in its layout. */
  needs: readonly string[]
  /** Whose params are placeholders. */
  shows?: ShowingMessage
  /** The placeholders besides the params. */
  placeholders: readonly string[]
}

const ofVisit = [
  ...['clinic', 'contact', 'appointment', 'your_appointment', 'when', 'day', 'time', 'telephone', 'address', 'link'],
]
const oldTimes = ['old_when', 'old_day', 'old_time']
const every = ['text', 'letter', 'chat'] as const
const asking = { state: 'open', forms: every, asks: true, needs: ['link'], placeholders: ofVisit } as const
const telling = { forms: every, asks: false, needs: [], placeholders: ofVisit } as const
const acknowledging = { ...telling, message: 'acknowledgement', forms: ['text', 'chat'] } as const

/** The kinds of templates. To add one, add a row. */
const templateKinds = {
  notice: { ...asking, message: 'notice', shows: 'notice' },
  reminder: { ...asking, message: 'reminder', shows: 'notice' },
  'reminder-confirmed': {
    ...telling,
    message: 'reminder',
    state: 'confirmed',
    shows: 'confirmation',
    needs: ['link'],
  },
  moved: { ...asking, message: 'moved', shows: 'moved', placeholders: [...ofVisit, ...oldTimes] },
  withdrawn: { ...telling, message: 'withdrawn', state: 'withdrawn', shows: 'notice' },
  // The page takes a request for another time again.
  'no-show': { ...telling, message: 'no-show', state: 'no-show', needs: ['link'], shows: 'notice' },
  confirmation: {
    ...telling,
    message: 'confirmation',
    state: 'confirmed',
    forms: ['letter', 'chat'],
    shows: 'confirmation',
  },
  acknowledgement: { ...acknowledging, state: 'confirmed', needs: ['link'], shows: 'confirmation' },
  'acknowledgement-rescheduling': { ...acknowledging, state: 'rescheduling' },
  'acknowledgement-cancelled': { ...acknowledging, state: 'cancelled' },
  question: {
    ...telling,
    message: 'question',
    state: 'open',
    forms: ['text', 'chat'],
    needs: ['choices'],
    placeholders: ['clinic', 'answer', 'choices'],
  },
} as const satisfies Record<string, KindRules>
export type TemplateKind = keyof typeof templateKinds
export const templateKindNames = Object.keys(templateKinds) as TemplateKind[]

export const rulesOf = (kind: TemplateKind): KindRules => templateKinds[kind]

const ofReminder = {
  open: 'reminder',
  confirmed: 'reminder-confirmed',
  rescheduling: 'reminder',
} as const satisfies Record<RemindedState, TemplateKind>

const ofAcknowledgement = {
  confirmed: 'acknowledgement',
  rescheduling: 'acknowledgement-rescheduling',
  cancelled: 'acknowledgement-cancelled',
} as const satisfies Record<AcknowledgedState, TemplateKind>

/** The kind of template for each kind of message. A clarification has none: the service recognises replies by its words. Staff
 *  write each answer. */
const ofMessage = {
  notice: () => 'notice',
  reminder: ({ state }) => ofReminder[state as RemindedState],
  moved: (message) => (hasMoved(message) ? 'moved' : 'notice'),
  withdrawn: () => 'withdrawn',
  'no-show': () => 'no-show',
  confirmation: () => 'confirmation',
  acknowledgement: ({ state }) => ofAcknowledgement[state as AcknowledgedState],
  clarification: () => undefined,
  question: () => 'question',
  answer: () => undefined,
} as const satisfies Record<MessageKind, (message: MessageContext) => TemplateKind | undefined>

/** Returns the kind of template that applies to a message; undefined: the shipped words. */
export function templateKindOf(kind: MessageKind, message: MessageContext): TemplateKind | undefined {
  const found: TemplateKind | undefined = ofMessage[kind](message)
  return found && templateKinds[found].asks && message.areAnswersClosed ? undefined : found
}

/** The params of all plugins. A template may also have those of other plugins, so that one text serves several: they are empty. */
export const paramsOfPlugins = (kind: TemplateKind): string[] => {
  const { shows } = rulesOf(kind)
  return shows ? [...new Set(plugins.flatMap((plugin) => plugin.shows[shows]))] : []
}

/** The placeholders of a template, in the order of the documentation. */
export const placeholdersOf = (kind: TemplateKind, { shows: params }: Plugin, form: Form): string[] => {
  const { placeholders, shows, asks } = rulesOf(kind)
  return [...placeholders, ...(shows ? params[shows] : []), ...(asks && form === 'text' ? ['stop'] : [])]
}
