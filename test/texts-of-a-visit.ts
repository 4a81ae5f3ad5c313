import type { Content } from '../src/channels/content.ts'
import { composeMail } from '../src/channels/email/compose-mail.ts'
import type { Mail } from '../src/channels/email/mail.ts'
import { fewestSegments } from '../src/channels/mobile/segments.ts'
import type { Entity } from '../src/entities/entity.ts'
import { envelopeOf, type MessageContext } from '../src/messages/compose/message-context.ts'
import { questionContent } from '../src/messages/compose/question.ts'
import { type Parts, writers } from '../src/messages/compose/write-message.ts'
import type { Contact, Notification } from '../src/visits/notification.ts'
import { offeredAnswers, timesOfVisit } from '../src/visits/plugins/registry.ts'

const visits = {
  appointment: { when: '2026-11-30T14:30:00+00:00', doctor: 'Ana Reis' },
  exam: { when: '2026-11-30T14:30:00+00:00', exam: 'Colonoscopia', place: 'Sala 4', preparation: 'Não coma.' },
  vaccination: { when: '2026-11-23T09:00:00+00:00', end: '2026-11-27T17:00:00+00:00', place: 'Ginásio' },
}
const earlier = {
  appointment: { when: '2026-11-20T10:15:00+00:00' },
  exam: { when: '2026-11-20T10:15:00+00:00' },
  vaccination: { when: '2026-11-16T09:00:00+00:00', end: '2026-11-20T17:00:00+00:00' },
}
export type Target = keyof typeof visits
export const targets = Object.keys(visits) as Target[]

export const clinic: Entity = {
  id: 'clinica-lisboa',
  name: 'Clínica Lisboa',
  time_zone: 'Europe/Lisbon',
  language: 'pt-PT',
}
export const clinicWithPhone: Entity = { ...clinic, phone: '+351 213 000 000' }

/** After the address of the service, a link of this entity has 38 characters. */
export const link = 'https://aviso.clinica.example/a/clinica-lisboa.0123456789abcdefghjk'

/** A contact with the language and country of a locale, such as pt_BR. */
export const contactSpeaking = (locale: string, name = 'João Silva'): Contact => ({
  external_id: 'P-77',
  name,
  language: locale,
  country: locale.slice(3),
})

export function messageOf(target: Target, contact: Contact, entity: Entity, url = link): MessageContext {
  const notification: Notification = {
    id: 'n',
    task_id: 't',
    entity_id: entity.id,
    category: 'medical',
    target,
    external_id: 'A-1',
    contact,
    params: visits[target],
    files: [],
    inferred_data: {},
  }
  return {
    deliveryId: 'd',
    uid: '+351912345678',
    entity,
    notification,
    state: 'open',
    revision: 1,
    linkUrl: url,
    logo: undefined,
    times: timesOfVisit(notification),
    knownTimes: timesOfVisit({ ...notification, params: earlier[target] }),
    areAnswersClosed: false,
  }
}

/** Returns the message after the answers have closed; false if no message is sent then. Only an exam closes answers before the
 *  visit. */
const afterClosing = (message: MessageContext) =>
  message.notification.target === 'exam' && { ...message, areAnswersClosed: true }

const checkin = { checkinToken: '7F3K9QXW2MZT4B8NDR6VHJ5CPE', qrCode: Buffer.of() }
const parts = {
  takesReplies: false,
  calendar: async () => undefined,
  checkin: async () => checkin,
  staffWords: async () => '',
} satisfies Parts
export const withReplies = { ...parts, takesReplies: true }

/** All texts about a visit, by what they say. */
export function textsOf(target: Target, contact: Contact, entity: Entity, url = link): Record<string, string> {
  const message = messageOf(target, contact, entity, url)
  const closed = afterClosing(message)
  const offered = offeredAnswers(message.notification)
  const acknowledged = (['confirmed', 'rescheduling', 'cancelled'] as const).filter(
    (state) => state !== 'rescheduling' || offered.includes('reschedule'),
  )
  const asked = new Map([
    [1, message],
    [2, messageOf('appointment', contact, entity, url)],
  ])
  const texts = {
    notice: writers.notice(parts, message).texts(),
    'notice with replies': writers.notice(withReplies, message).texts(),
    moved: writers.moved(parts, message).texts(),
    'moved with replies': writers.moved(withReplies, message).texts(),
    ...(closed && {
      'notice after answers close': writers.notice(withReplies, closed).texts(),
      'moved after answers close': writers.moved(withReplies, closed).texts(),
    }),
    reminder: writers.reminder(parts, message).texts(),
    'reminder with replies': writers.reminder(withReplies, message).texts(),
    'reminder of a confirmed visit': writers.reminder(parts, { ...message, state: 'confirmed' }).texts(),
    ...(closed && { 'reminder after answers close': writers.reminder(withReplies, closed).texts() }),
    withdrawn: writers.withdrawn(parts, { ...message, knownTimes: undefined }).texts(),
    ...(offered.includes('reschedule') && { 'no-show': writers['no-show'](parts, message).texts() }),
    ...Object.fromEntries(
      acknowledged.map((state) => [state, writers.acknowledgement(parts, { ...message, state }).texts()]),
    ),
    question: questionContent(message, 'confirm', asked).texts(),
  }
  return Object.fromEntries(Object.entries(texts).map(([name, alternatives]) => [name, fewestSegments(alternatives)]))
}

/** All mails about a visit, by what they say. */
export async function mailsOf(target: Target, contact: Contact, entity: Entity) {
  const message = messageOf(target, contact, entity)
  const closed = afterClosing(message)
  const contents = {
    notice: writers.notice(parts, message),
    moved: writers.moved(parts, message),
    ...(closed && {
      'notice after answers close': writers.notice(parts, closed),
      'moved after answers close': writers.moved(parts, closed),
    }),
    confirmation: (await writers.confirmation(parts, { ...message, state: 'confirmed' })) as Content,
    reminder: writers.reminder(parts, message),
    'reminder of a confirmed visit': writers.reminder(parts, { ...message, state: 'confirmed' }),
    withdrawn: writers.withdrawn(parts, { ...message, knownTimes: undefined }),
    'no-show': writers['no-show'](parts, message),
  }
  const letters = await Promise.all(
    Object.entries<Content>(contents).map(async ([name, { letter }]) => [name, await letter!()] as const),
  )
  const mails = letters.map(([name, letter]) => [name, composeMail(envelopeOf(message), letter)])
  return Object.fromEntries(mails) as Record<keyof typeof contents, Mail>
}
