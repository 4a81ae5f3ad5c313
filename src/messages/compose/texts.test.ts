import { describe, expect, test } from 'vitest'
import {
  clinic,
  clinicWithPhone,
  contactSpeaking,
  link,
  mailsOf,
  messageOf,
  targets,
  textsOf,
  withReplies,
} from '../../../test/texts-of-a-visit.ts'
import { encode, fewestSegments } from '../../channels/mobile/segments.ts'
import { languages } from '../../platform/languages/languages.ts'
import { questionContent } from './question.ts'
import { writers } from './write-message.ts'

const locales = ['en_GB', 'pt_PT', 'pt_BR', 'es_ES', 'fr_FR']
const twelveHours = ['en_US', 'es_MX', 'es_CL', 'es_PY']
const things = {
  en_GB: { appointment: 'appointment', exam: 'examination', vaccination: 'vaccination' },
  pt_PT: { appointment: 'consulta', exam: 'exame', vaccination: 'vacinacao' },
  pt_BR: { appointment: 'consulta', exam: 'exame', vaccination: 'vacinacao' },
  es_ES: { appointment: 'cita', exam: 'prueba médica', vaccination: 'vacunacion' },
  fr_FR: { appointment: 'rendez-vous', exam: 'examen', vaccination: 'vaccination' },
} as const

const segmentsOf = (text: string) => encode(text, 0).segments.length

describe('a text message', () => {
  for (const locale of [...locales, ...twelveHours]) {
    for (const entity of [clinic, clinicWithPhone]) {
      test(`fits in one segment: ${locale}, a clinic with${'phone' in entity ? '' : 'out'} a number`, () => {
        for (const target of targets) {
          for (const [name, text] of Object.entries(textsOf(target, contactSpeaking(locale), entity))) {
            const { dataCoding, segments } = encode(text, 0)
            // Two times with "p.m.", a telephone number and the link do not.
            const isLongest = entity.phone && twelveHours.includes(locale) && name === 'moved after answers close'
            const expected = { segments: isLongest ? 2 : 1 }
            expect({ target, name, text, dataCoding, segments: segments.length }).toMatchObject(expected)
            expect(text).not.toMatch(/\$|undefined|\.\.|\s{2}/)
          }
        }
      })
    }

    test(`of a move has the old time: ${locale}`, () => {
      for (const target of targets) {
        for (const entity of [clinic, clinicWithPhone]) {
          for (const [name, text] of Object.entries(textsOf(target, contactSpeaking(locale), entity))) {
            const old = target === 'vaccination' ? /16 nov.*20 nov|Nov 16.*Nov 20/i : /(20 nov|Nov 20) 10:15/i
            if (name.startsWith('moved')) expect(text).toMatch(old)
          }
        }
      }
    })
  }

  for (const locale of locales) {
    test(`says who is meant, unless the clinic names nobody: ${locale}`, () => {
      for (const target of targets) {
        for (const [names, shown] of Object.entries({ first: 'Joao', full: 'Joao Silva', initials: 'J. S.' })) {
          const texts = textsOf(target, contactSpeaking(locale), { ...clinic, names: names as 'first' })
          for (const [name, text] of Object.entries(texts)) {
            // A question may leave out the name of the only contact.
            if (name !== 'question') expect(text.replaceAll('ã', 'a')).toContain(`: ${shown}, `)
          }
        }
        for (const text of Object.values(textsOf(target, contactSpeaking(locale), { ...clinic, names: 'none' }))) {
          expect(text).not.toMatch(/Jo[aã]o|Silva|J\. S\.|: ,|\s{2}/)
        }
      }
    })

    test(`names STOP at most once, and only if the channel takes replies: ${locale}`, () => {
      for (const target of targets) {
        for (const [name, text] of Object.entries(textsOf(target, contactSpeaking(locale), clinic))) {
          const count = text.match(/STOP/g)?.length ?? 0
          expect({ name, count }).toEqual({ name, count: name.endsWith('replies') ? expect.toBeOneOf([0, 1]) : 0 })
        }
      }
      const near = {
        ...messageOf('vaccination', contactSpeaking(locale), clinic),
        linkUrl: 'https://a.example/a/c.0123456789',
      }
      expect(fewestSegments(writers.notice(withReplies, near).texts())).toMatch(/STOP = [^$]+$/)
    })

    test(`has the number to call only if the clinic has one: ${locale}`, () => {
      for (const name of ['notice after answers close', 'moved after answers close']) {
        expect(textsOf('exam', contactSpeaking(locale), clinicWithPhone)[name]).toContain('+351 213 000 000')
        expect(textsOf('exam', contactSpeaking(locale), clinic)[name]).not.toMatch(
          /call|telefon|ligue|llam|appel|T[eé]l|\+351/i,
        )
      }
    })
  }

  for (const [locale, visitKind] of Object.entries(things)) {
    test(`says what it is, and on which weekday: ${locale}`, () => {
      for (const target of targets) {
        const day = target === 'vaccination' ? /(Mon|seg|lun) 23 nov/i : /(Mon|seg|lun) 30 nov/i
        for (const [name, text] of Object.entries(textsOf(target, contactSpeaking(locale), clinic))) {
          expect(text).toMatch(day)
          if (name !== 'question' && name !== 'rescheduling') expect(text).toContain(visitKind[target])
        }
      }
    })
  }

  test('is longer than a segment rather than without the link, the name or the time', () => {
    const entity = {
      ...clinicWithPhone,
      name: 'Centro Hospitalar Universitário de São João do Porto, consulta externa',
    }
    for (const locale of locales) {
      const texts = textsOf('exam', contactSpeaking(locale, 'Maximiliano Silva'), entity)
      expect(segmentsOf(texts.moved!)).toBeGreaterThan(1)
      for (const [name, text] of Object.entries(texts)) {
        expect(text).toMatch(/\b30 nov\b/i)
        expect(text).toContain('Maximiliano')
        if (/notice|moved/.test(name)) expect(text).toContain(link)
      }
    }
  })

  for (const language of languages) {
    test(`has at most two segments, in Unicode four, also with a long name of the clinic: ${language}`, () => {
      for (const name of [clinic.name, 'Centro Hospitalar Universitário']) {
        for (const target of targets) {
          for (const text of Object.values(
            textsOf(target, contactSpeaking(`${language}_PT`), { ...clinicWithPhone, name }),
          )) {
            const { dataCoding, segments } = encode(text, 0)
            expect({ text, fits: segments.length <= (dataCoding === 0 ? 2 : 4) }).toEqual({ text, fits: true })
            expect(text).not.toMatch(/[{}$]|undefined|\.\.|\s{2}/)
          }
        }
      }
    })
  }

  test('of a campaign of one day has the date once', () => {
    const message = messageOf('vaccination', contactSpeaking('pt_PT'), clinic)
    const { times } = message
    const sameDay = { ...message, times: { ...times!, endsAt: times!.startsAt + 8 * 3_600_000_000 } }
    expect(fewestSegments(writers.notice({ ...withReplies, takesReplies: false }, sameDay).texts())).toContain(
      'vacinacao seg 23 nov 09:00-17:00. Confirme ou cancele: ',
    )
  })

  test('that asks which of several visits is meant names two contacts of one telephone', () => {
    const [one, other] = ['João Silva', 'Inês Silva'].map((name) =>
      messageOf('appointment', contactSpeaking('pt_PT', name), clinic),
    )
    const asked = new Map([
      [1, one!],
      [2, other!],
    ])
    expect(fewestSegments(questionContent(one!, 'confirm', asked).texts())).toContain(
      '1 = Joao, Clinica Lisboa seg 30 nov 14:30; 2 = Ines, Clinica Lisboa seg 30 nov 14:30.',
    )
  })
})

describe('a mail', () => {
  for (const locale of [...locales, ...twelveHours]) {
    test(`greets the contact, and names the contact in the subject: ${locale}`, async () => {
      for (const target of targets) {
        for (const { subject, text } of Object.values(await mailsOf(target, contactSpeaking(locale), clinic))) {
          expect(subject).toMatch(/ \(João, Clínica Lisboa\)$/)
          expect(text).toMatch(/^\S+ João[,:]\n/)
          expect(`${subject}\n${text}`).not.toMatch(/\$|undefined|\.\.|Silva/)
        }
        const unnamed = Object.values(await mailsOf(target, contactSpeaking(locale), { ...clinic, names: 'none' }))
        for (const { subject, text } of unnamed) {
          expect(subject).toMatch(/ \(Clínica Lisboa\)$/)
          expect(text).toMatch(/^\S+[,:]\n/)
          expect(text).not.toContain('João')
        }
      }
    })
  }

  test('is in Brazilian Portuguese for Brazilians', async () => {
    const european = /rece[cç]ção|receção|connosco|contacto|telemóvel|\bsi\.|consigo|[aeo]ámos|[aeiou]mos-lhe/
    for (const target of targets) {
      const brazilian = JSON.stringify([
        textsOf(target, contactSpeaking('pt_BR'), clinicWithPhone),
        Object.values(await mailsOf(target, contactSpeaking('pt_BR'), clinicWithPhone)).map(({ text }) => text),
      ])
      expect(brazilian).not.toMatch(european)
      expect(brazilian).toContain('conosco')
      expect(brazilian).toContain('recepção')
    }
  })
})
