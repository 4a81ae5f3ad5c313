import type { Chat } from '../../channels/content.ts'
import { format, unisolated } from '../../platform/languages/format.ts'
import { type AnswerName, answerNames, type Plugin, type ShowingMessage } from '../../visits/plugins/plugin.ts'
import { offeredAnswers } from '../../visits/plugins/registry.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

// The limits keep the message within the 1,024 characters of a chat. The answer page shows the rest.
const maxDetails = 300
const maxName = 100

type Texts = ReturnType<typeof messageTexts>
type Words = Texts['words']
type Value = 'clinic' | 'name' | 'when' | 'old_when' | 'details' | 'link'

interface ChatKind {
  title: (words: Words) => string
  /** The lines about the visit. */
  lines: (texts: Texts) => string[]
  /** The line with the link. */
  link?: (texts: Texts) => string
  /** Whose params the message shows. */
  shows: ShowingMessage
  /** Whether it has the answers as buttons. */
  asks?: true
  /** Only contacts who can give this answer get it. */
  offers?: AnswerName
}

const place = (value: Value) => `{{${value}}}`
// A label stands before each value: no line of a chat has only a value.
const whenLine = ({ words, writeRow }: Texts) => writeRow({ label: words.when, value: `*${place('when')}*` })
const detailsLine = ({ words }: Texts) => `${words.chat.details} – ${place('details')}`
const whenAndDetails = (texts: Texts) => [whenLine(texts), detailsLine(texts)]
const newAndOldTime = (texts: Texts) => [
  texts.writeRow({ label: texts.words.newTime, value: `*${place('when')}*` }),
  texts.writeRow({ label: texts.words.oldTime, value: `~${place('old_when')}~` }),
  detailsLine(texts),
]
const invitation = ({ words }: Texts) => `${words.invitation} ${place('link')}`
const labelled = (label: (words: Words) => string) => (texts: Texts) =>
  texts.writeRow({ label: label(texts.words), value: place('link') })
const visit = ({ visitKind, writeRow }: Texts) => writeRow({ label: visitKind, value: place('link') })

/** The kinds of messages whose words the provider of a messenger approves. */
export const chatKinds = {
  notice: { title: (words) => words.noticeTitle, lines: whenAndDetails, link: invitation, shows: 'notice', asks: true },
  'notice-closed': { title: (words) => words.closedTitle, lines: whenAndDetails, link: visit, shows: 'notice' },
  reminder: {
    title: (words) => words.askingReminderTitle,
    lines: whenAndDetails,
    link: invitation,
    shows: 'notice',
    asks: true,
  },
  'reminder-closed': { title: (words) => words.reminderTitle, lines: whenAndDetails, link: visit, shows: 'notice' },
  'reminder-confirmed': {
    title: (words) => words.reminderTitle,
    lines: whenAndDetails,
    shows: 'confirmation',
    link: labelled((words) => words.qrCode),
  },
  moved: { title: (words) => words.moved, lines: newAndOldTime, link: invitation, shows: 'moved', asks: true },
  'moved-closed': { title: (words) => words.moved, lines: newAndOldTime, link: visit, shows: 'moved' },
  withdrawn: { title: (words) => words.withdrawn, lines: (texts) => [whenLine(texts)], shows: 'notice' },
  'no-show': {
    title: (words) => words.noShow,
    lines: (texts) => [whenLine(texts)],
    shows: 'notice',
    link: labelled((words) => words.askForAnotherTime),
    offers: 'reschedule',
  },
  confirmation: {
    title: (words) => words.confirmed,
    lines: whenAndDetails,
    shows: 'confirmation',
    link: labelled((words) => words.qrCode),
  },
} as const satisfies Record<string, ChatKind>
export type ChatKindName = keyof typeof chatKinds

/** Returns the kinds of messages that contacts get about the visits of the plugin. */
export const chatKindsOf = ({ answers }: Plugin) =>
  (Object.keys(chatKinds) as ChatKindName[]).filter((kind) => {
    const { offers }: ChatKind = chatKinds[kind]
    return offers === undefined || answers.includes(offers)
  })

/** Writes a message for a messenger. */
export function chatOf(message: MessageContext, kind: ChatKindName): Chat {
  const texts = messageTexts(message)
  const { language, words, visitKind } = texts
  const { title, lines, link, asks }: ChatKind = chatKinds[kind]
  const text = [
    ...[title(words), ''],
    texts.writeRow({ label: words.chat.from, value: `*${place('clinic')}*` }),
    texts.writeRow({ label: words.chat.for, value: place('name') }),
    ...lines(texts),
    ...(link ? ['', link(texts)] : []),
    ...['', words.closing],
  ].join('\n')
  const { body, places } = numbered(unisolated(text))
  const values = valuesOf(message, texts, chatKinds[kind].shows)
  return {
    name: nameOf(message, kind),
    language,
    header: visitKind,
    body,
    footer: words.chat.stop,
    values: places.map((name) => format('{value}', { value: values[name] }, language)),
    answers: asks ? answersOf(message, words) : [],
  }
}

const nameOf = ({ notification: { category, target } }: MessageContext, kind: ChatKindName) =>
  [category, target, kind]
    .join('_')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')

function answersOf({ notification }: MessageContext, words: Words): { answer: AnswerName; label: string }[] {
  const offered = offeredAnswers(notification)
  return answerNames
    .filter((answer) => offered.includes(answer))
    .map((answer) => ({ answer, label: words.chat.answers[answer] }))
}

/** Replaces the names of the values with numbers, in the order of the text. */
function numbered(text: string): { body: string; places: Value[] } {
  const places: Value[] = []
  const body = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: Value) => {
    if (!places.includes(name)) places.push(name)
    return `{{${places.indexOf(name) + 1}}}`
  })
  return { body, places }
}

/** Returns the values. None is empty. */
function valuesOf(
  { entity }: MessageContext,
  { words, values, details, writeRow }: Texts,
  shows: ShowingMessage,
): Record<Value, string> {
  const { entity: clinic, name, when, oldWhen, link } = values
  const rows = details(shows).map(writeRow).join(' · ')
  return {
    clinic: cut(clinic, maxName),
    name: cut(name, maxName) || words.chat.unnamed,
    when: when || '–',
    old_when: oldWhen || '–',
    details: cut(rows, maxDetails) || cut(entity.address ?? entity.phone ?? clinic, maxDetails),
    link,
  }
}

/** Writes the text on one line, with at most this number of characters. */
function cut(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`
}
