import { describe, expect, test } from 'vitest'
import { encode } from '../delivery/channels/mobile/segments.ts'
import type { Entity } from '../entities/entity.ts'
import { type Language, languages } from '../languages.ts'
import type { Notification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { offeredAnswers, timesOfVisit } from '../plugins/registry.ts'
import { acknowledgementText } from './acknowledgement.ts'
import type { MessageContext } from './message-context.ts'
import { movedText, noticeText } from './notice.ts'
import { questionText } from './question.ts'
import { withdrawnText } from './withdrawn.ts'

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
type Target = keyof typeof visits

const clinic = { id: 'clinica-lisboa', name: 'Clínica Lisboa', time_zone: 'Europe/Lisbon', language: 'pt-PT' }
const withPhone = { ...clinic, phone: '+351 213 000 000' }

/** After the address of the service, a link of this entity has 38 characters. */
const link = 'https://aviso.clinica.example/a/clinica-lisboa.0123456789abcdefghjk'

function messageOf(target: Target, language: Language, entity: Entity, state: State = 'open'): MessageContext {
  const notification: Notification = {
    ...{ id: 'n', task_id: 't', entity_id: entity.id, category: 'medical', target, external_id: 'A-1' },
    contact: {
      external_id: 'P-77',
      name: 'João Silva',
      language: `${language}_${language === 'en' ? 'GB' : language}`,
    },
    ...{ params: visits[target], files: [], inferred_data: {} },
  }
  return {
    ...{ deliveryId: 'd', uid: '+351912345678', entity, notification, state, revision: 1, link, logo: undefined },
    times: timesOfVisit(notification),
    knownTimes: timesOfVisit({ ...notification, params: earlier[target] }),
    areAnswersClosed: false,
  }
}

/** All texts about a visit. */
function textsOf(target: Target, language: Language, entity: Entity): Record<string, string> {
  const message = messageOf(target, language, entity)
  const closed = { ...message, areAnswersClosed: true }
  const offered = offeredAnswers(message.notification)
  const acknowledged = (['confirmed', 'rescheduling', 'cancelled'] as const).filter(
    (state) => state !== 'rescheduling' || offered.includes('reschedule'),
  )
  const texts = {
    notice: noticeText(message, false),
    'notice with replies': noticeText(message, true),
    'notice after answers close': noticeText(closed, true),
    moved: movedText(message, false),
    'moved with replies': movedText(message, true),
    'moved after answers close': movedText(closed, true),
    withdrawn: withdrawnText(message),
    ...Object.fromEntries(
      acknowledged.map((state) => [state, acknowledgementText({ ...messageOf(target, language, entity), state })]),
    ),
    question: questionText(
      message,
      'confirm',
      new Map([
        [1, message],
        [2, messageOf('appointment', language, entity)],
      ]),
    ),
  }
  return Object.fromEntries(Object.entries(texts).map(([name, { text }]) => [name, text]))
}

const targets = Object.keys(visits) as Target[]

describe('a text message', () => {
  for (const language of languages) {
    for (const entity of [clinic, withPhone]) {
      test(`fits in one segment: ${language}, a clinic with${'phone' in entity ? '' : 'out'} a number`, () => {
        for (const target of targets) {
          for (const [name, text] of Object.entries(textsOf(target, language, entity))) {
            const { dataCoding, segments } = encode(text, 0)
            expect({ target, name, text, dataCoding, segments: segments.length }).toMatchObject({ segments: 1 })
            expect(text).not.toMatch(/\$|undefined/)
          }
        }
      })
    }

    test(`names STOP at most once, and only if the channel takes replies: ${language}`, () => {
      for (const target of targets) {
        for (const [name, text] of Object.entries(textsOf(target, language, clinic))) {
          const count = text.match(/STOP/g)?.length ?? 0
          expect({ name, count }).toEqual({ name, count: name.endsWith('replies') ? expect.toBeOneOf([0, 1]) : 0 })
        }
      }
      const near = { ...messageOf('vaccination', language, clinic), link: 'https://a.example/a/c.0123456789abcdefghjk' }
      expect(noticeText(near, true).text).toMatch(/STOP = [^$]+$/)
    })

    test(`has the number to call only if the clinic has one: ${language}`, () => {
      for (const target of targets) {
        for (const name of ['notice after answers close', 'moved after answers close']) {
          expect(textsOf(target, language, withPhone)[name]).toContain('+351 213 000 000')
          expect(textsOf(target, language, clinic)[name]).not.toMatch(/call|telefon|ligue|llam|appel|\+351/i)
        }
      }
    })
  }

  test('is longer than a segment rather than without the link or the time', () => {
    const entity = { ...withPhone, name: 'Centro Hospitalar Universitário de São João do Porto, consulta externa' }
    for (const language of languages) {
      const texts = textsOf('exam', language, entity)
      expect(encode(texts.moved!, 0).segments.length).toBeGreaterThan(1)
      for (const [name, text] of Object.entries(texts)) {
        expect(text).toMatch(/\b30\/11\b/)
        if (/notice|moved/.test(name)) expect(text).toContain(link)
      }
    }
  })
})
