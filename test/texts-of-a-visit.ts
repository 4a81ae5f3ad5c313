import type { Entity } from '../src/entities/entity.ts'
import { acknowledgementText } from '../src/messages/acknowledgement.ts'
import { confirmationMail } from '../src/messages/confirmation.ts'
import type { MessageContext } from '../src/messages/message-context.ts'
import { movedMail, movedText, noticeMail, noticeText } from '../src/messages/notice.ts'
import { questionText } from '../src/messages/question.ts'
import { withdrawnMail, withdrawnText } from '../src/messages/withdrawn.ts'
import { offeredAnswers, timesOfVisit } from '../src/plugins/registry.ts'
import type { Contact, Notification } from '../src/visits/notification.ts'

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
  ...{ id: 'clinica-lisboa', name: 'Clínica Lisboa', time_zone: 'Europe/Lisbon', language: 'pt-PT' },
}
export const clinicWithPhone: Entity = { ...clinic, phone: '+351 213 000 000' }

/** After the address of the service, a link of this entity has 38 characters. */
export const link = 'https://aviso.clinica.example/a/clinica-lisboa.0123456789abcdefghjk'

/** A contact with the language and country of a locale, such as pt_BR. */
export const speaking = (locale: string, name = 'João Silva'): Contact => ({
  ...{ external_id: 'P-77', name, language: locale, country: locale.slice(3) },
})

export function messageOf(target: Target, contact: Contact, entity: Entity, url = link): MessageContext {
  const notification: Notification = {
    ...{ id: 'n', task_id: 't', entity_id: entity.id, category: 'medical', target, external_id: 'A-1' },
    ...{ contact, params: visits[target], files: [], inferred_data: {} },
  }
  return {
    ...{
      deliveryId: 'd',
      uid: '+351912345678',
      entity,
      notification,
      state: 'open',
      revision: 1,
      link: url,
      logo: undefined,
    },
    times: timesOfVisit(notification),
    knownTimes: timesOfVisit({ ...notification, params: earlier[target] }),
    areAnswersClosed: false,
  }
}

/** Only an exam closes answers before the visit: the service sends nothing after the start of a visit. */
const closedOf = (message: MessageContext) =>
  message.notification.target === 'exam' && { ...message, areAnswersClosed: true }

/** All texts about a visit, by what they say. */
export function textsOf(target: Target, contact: Contact, entity: Entity, url = link): Record<string, string> {
  const message = messageOf(target, contact, entity, url)
  const closed = closedOf(message)
  const offered = offeredAnswers(message.notification)
  const acknowledged = (['confirmed', 'rescheduling', 'cancelled'] as const).filter(
    (state) => state !== 'rescheduling' || offered.includes('reschedule'),
  )
  const asked = new Map([
    [1, message],
    [2, messageOf('appointment', contact, entity, url)],
  ])
  const texts = {
    notice: noticeText(message, false),
    'notice with replies': noticeText(message, true),
    moved: movedText(message, false),
    'moved with replies': movedText(message, true),
    ...(closed && {
      'notice after answers close': noticeText(closed, true),
      'moved after answers close': movedText(closed, true),
    }),
    withdrawn: withdrawnText(message),
    ...Object.fromEntries(acknowledged.map((state) => [state, acknowledgementText({ ...message, state })])),
    question: questionText(message, 'confirm', asked),
  }
  return Object.fromEntries(Object.entries(texts).map(([name, { text }]) => [name, text]))
}

/** All mails about a visit, by what they say. */
export function mailsOf(target: Target, contact: Contact, entity: Entity) {
  const message = messageOf(target, contact, entity)
  const closed = closedOf(message)
  const checkin = { checkinToken: '7F3K9QXW2MZT4B8NDR6VHJ5CPE', qrCode: Buffer.of(), calendar: undefined }
  return {
    notice: noticeMail(message, undefined),
    moved: movedMail(message, undefined),
    ...(closed && {
      'notice after answers close': noticeMail(closed, undefined),
      'moved after answers close': movedMail(closed, undefined),
    }),
    confirmation: confirmationMail({ ...message, state: 'confirmed' }, checkin),
    withdrawn: withdrawnMail({ ...message, state: 'withdrawn' }, undefined),
  }
}
