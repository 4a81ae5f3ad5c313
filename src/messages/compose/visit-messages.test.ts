import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { hours } from '../../platform/time/instant.ts'

const phone = { channel: 'mobile' as const, uid: '+351912345678' }

const visits = {
  appointment: { when: '2026-03-31T09:30:00+01:00', doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' },
  exam: {
    when: '2026-04-02T09:30:00+01:00',
    exam: 'Colonoscopia',
    place: 'Sala 4',
    preparation: 'Não coma.\nBeba água.',
  },
  vaccination: {
    when: '2026-10-05T09:00:00+01:00',
    end: '2026-10-09T17:00:00+01:00',
    place: 'Ginásio',
    vaccine: 'Gripe',
  },
}
type Target = keyof typeof visits
type Over = NonNullable<Parameters<typeof notify>[1]>

type DeliverOptions = Parameters<Rollcall['deliver']>[0]

/** Submits a visit, and sends the notice. Then submits it with other params. */
async function move(rollcall: Rollcall, target: Target, params: object, over: Over, sent?: DeliverOptions) {
  await notify(rollcall, { params: visits[target], ...over }, target)
  await rollcall.deliver(sent)
  return notify(rollcall, { ...over, params: { ...visits[target], ...params } }, target)
}

const withdraw = async ({ post }: Rollcall, id: string) =>
  expect((await post(`${notifications}/${id}/cancellation`)).statusCode).toBe(200)

const calendarIn = ({ attachments }: Awaited<ReturnType<typeof PostalMime.parse>>) => {
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const { content } = part
  const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { part, text, calendar, event: new ICAL.Event(calendar.getFirstSubcomponent('vevent')!) }
}

/** The words of a mail, without markup. */
const shown = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('a message about a moved visit', () => {
  serviceTest('states the old and the new time by mail, and asks for an answer again', async (rollcall) => {
    const { received, email } = await mailServer()
    await move(rollcall, 'appointment', { when: '2026-04-01T10:00:00+01:00' }, { addresses: [mail] }, { email })
    await rollcall.deliver({ email })
    const { subject, text, html } = await PostalMime.parse(received[1]!)
    expect(subject).toBe(
      'Nova data, por favor, confirme: quarta-feira, 1 de abril de 2026 às 10:00 (João, Clínica Lisboa)',
    )
    for (const body of [text, shown(html!)]) {
      expect(body).toContain('Alterámos a data ou a hora da sua consulta.')
      expect(body).toMatch(/Nova data:? quarta-feira, 1 de abril de 2026 às 10:00/)
      expect(body).toMatch(/Data anterior:? terça-feira, 31 de março de 2026 às 09:30/)
      expect(body).toContain('confirme, peça outra data ou cancele aqui:')
    }
    for (const body of [text, html]) expect(body).toContain('https://rollcall.test/a/clinica-lisboa.')
  })

  serviceTest('states both times by text message, which a reply answers', async (rollcall) => {
    const { mobile, texts, reply } = await messageCentre(rollcall)
    const { status } = await move(rollcall, 'appointment', { when: '2026-04-01T10:00:00+01:00' }, {}, { mobile })
    await rollcall.deliver({ mobile })
    expect(texts()[1]).toMatch(
      /^Clinica Lisboa: Joao, consulta agora qua 1 abr 10:00, e nao ter 31 mar 09:30\. Responder: https:\/\/rollcall\.test\/a\/\S+$/,
    )
    expect(await reply('sim')).toBe(0)
    expect((await status()).state).toBe('confirmed')
  })

  serviceTest('is the notice when the visit is back at the time that the contact knows', async (rollcall) => {
    const { received, email } = await mailServer()
    const over = { addresses: [mail] }
    await move(rollcall, 'appointment', { when: '2026-04-01T10:00:00+01:00' }, over, { email })
    await notify(rollcall, { params: visits.appointment, ...over })
    await rollcall.deliver({ email })
    expect(received).toHaveLength(2)
    const { subject, text } = await PostalMime.parse(received[1]!)
    expect(subject).toBe('Por favor, confirme: terça-feira, 31 de março de 2026 às 09:30 (João, Clínica Lisboa)')
    expect(text).not.toContain('anterior')
  })

  const afterAnswersClose = {
    'gives the number of the clinic': {
      clinic: entity({ phone: '+351 213 000 000' }),
      mail: 'Se precisar de alterar a marcação, por favor, telefone-nos: +351 213 000 000',
      text: /agora ter 31 mar 08:30, e nao qui 2 abr 09:30\. Tel\. \+351 213 000 000\. https:\S+\n$/,
    },
    'asks for no call to a clinic without a number': {
      clinic: entity(),
      mail: 'Já não é possível alterar a marcação online.',
      text: /agora ter 31 mar 08:30, e nao qui 2 abr 09:30\. Detalhes: https:\S+\n$/,
    },
  }
  for (const [what, shows] of Object.entries(afterAnswersClose)) {
    serviceTest(`leaves out the invitation after answers are closed, and ${what}`, async (rollcall) => {
      const { received, email } = await mailServer()
      await rollcall.given(shows.clinic)
      const over = { addresses: [mail, phone] }
      await move(rollcall, 'exam', { when: '2026-03-31T08:30:00+01:00' }, over, { email })
      await rollcall.deliver({ email })
      const { subject, text, html } = await PostalMime.parse(received[1]!)
      expect(subject).toMatch(/^Nova data: terça-feira/)
      for (const body of [text!.replaceAll('\n', ' '), shown(html!)]) {
        expect(body).toContain(shows.mail)
        expect(body).not.toContain('confirme')
      }
      expect(html).not.toMatch(/href="https:[^"]+\/a\/[^"/]+"/)
      expect(rollcall.outbox('.txt')).toContainEqual(expect.stringMatching(shows.text))
    })
  }

  serviceTest('is followed by the QR code after a confirmation', async (rollcall) => {
    const { received, email } = await mailServer()
    const over = { addresses: [mail] }
    await move(rollcall, 'appointment', { when: '2026-04-01T10:00:00+01:00' }, over, { email })
    await rollcall.deliver({ email })
    const one = await contact(rollcall, { ...over, params: { ...visits.appointment, when: '2026-04-01T09:00:00Z' } })
    await one.answer('confirm')
    await rollcall.deliver({ email })
    const { subject } = await PostalMime.parse(received[2]!)
    expect(subject).toBe('Presença confirmada: quarta-feira, 1 de abril de 2026 às 10:00 (João, Clínica Lisboa)')
  })
})

describe('a message about a withdrawn visit', () => {
  serviceTest('is sent although the contact has answered, and says that nothing is left to do', async (rollcall) => {
    const { received, email } = await mailServer()
    const one = await contact(rollcall, { params: visits.appointment, addresses: [mail, phone] })
    await rollcall.deliver({ email })
    await one.answer('confirm')
    await withdraw(rollcall, one.id)
    await rollcall.deliver({ email })
    expect(received).toHaveLength(2)
    const { subject, text } = await PostalMime.parse(received[1]!)
    expect(subject).toBe('Marcação cancelada: terça-feira, 31 de março de 2026 às 09:30 (João, Clínica Lisboa)')
    expect(text).toContain('Cancelámos a sua consulta. Não precisa de fazer nada.')
    expect(text).toContain('terça-feira, 31 de março de 2026 às 09:30')
    expect(rollcall.outbox('.txt')).toContainEqual(
      expect.stringContaining(
        'Clinica Lisboa: Joao, cancelamos a sua consulta de ter 31 mar 09:30. Nao precisa de fazer nada.',
      ),
    )
  })

  serviceTest('states the time that the contact knows', async (rollcall) => {
    const { mobile, texts } = await messageCentre(rollcall)
    const { id } = await move(rollcall, 'appointment', { when: '2026-04-01T10:00:00+01:00' }, {}, { mobile })
    await withdraw(rollcall, id)
    await rollcall.deliver({ mobile })
    expect(texts()).toHaveLength(2)
    expect(texts()[1]).toContain('31 mar 09:30')
  })

  serviceTest('is sent until the start of the visit', async (rollcall) => {
    const { id, status } = await notify(rollcall, { params: { ...visits.appointment, when: '2026-03-30T09:00:00Z' } })
    await rollcall.deliver()
    rollcall.clock.time += hours(1)
    await withdraw(rollcall, id)
    await rollcall.deliver()
    expect((await status()).deliveries[1]).toMatchObject({ kind: 'withdrawn', state: 'stopped', reason: 'too late' })
  })

  serviceTest('is sent until the start that the contact knows, if that is later', async (rollcall) => {
    const { id, status } = await move(rollcall, 'appointment', { when: '2026-03-30T09:00:00Z' }, {})
    rollcall.clock.time += hours(1)
    await withdraw(rollcall, id)
    await rollcall.deliver()
    expect((await status()).deliveries[1]).toMatchObject({ kind: 'withdrawn', state: 'sent' })
  })
})

const server = { url: 'smtp://127.0.0.1', from: 'notices@clinic.example' }
const sending = { config: { servers: { email: server } } }

describe('the calendar entry of a visit', () => {
  serviceTest(
    'follows a notice, a move and a withdrawal, and leaves one cancelled entry',
    async (rollcall) => {
      const { received, email } = await mailServer()
      const over = { addresses: [mail] }
      const one = await contact(rollcall, { params: visits.exam, ...over }, 'exam')
      await rollcall.deliver({ email })
      await one.answer('confirm')
      await rollcall.deliver({ email })
      const later = { ...visits.exam, when: '2026-04-03T09:30:00+01:00' }
      const { id } = await notify(rollcall, { params: later, ...over }, 'exam')
      await rollcall.deliver({ email })
      await withdraw(rollcall, id)
      await rollcall.deliver({ email })

      const entries = new Map<string, { status: string; sequence: number; start: string }>()
      const seen = []
      for (const source of received) {
        const { part, calendar, event } = calendarIn(await PostalMime.parse(source))
        expect(part.method).toBe(calendar.getFirstPropertyValue('method'))
        expect(event.organizer).toBe('mailto:notices@clinic.example')
        const status = String(event.component.getFirstPropertyValue('status'))
        const entry = { status, sequence: event.sequence, start: event.startDate.toString() }
        // RFC 5546, 2.1.5: a higher sequence replaces the entry.
        if ((entries.get(event.uid)?.sequence ?? -1) < entry.sequence) entries.set(event.uid, entry)
        seen.push([part.method, status, entry.start])
      }
      expect(seen).toEqual([
        ['PUBLISH', 'TENTATIVE', '2026-04-02T08:30:00Z'],
        ['PUBLISH', 'CONFIRMED', '2026-04-02T08:30:00Z'],
        ['PUBLISH', 'TENTATIVE', '2026-04-03T08:30:00Z'],
        ['CANCEL', 'CANCELLED', '2026-04-03T08:30:00Z'],
      ])
      expect([...entries.values()]).toMatchObject([{ status: 'CANCELLED', start: '2026-04-03T08:30:00Z' }])
    },
    sending,
  )

  serviceTest(
    'that is cancelled says so in its summary, in the language of the contact',
    async (rollcall) => {
      const { received, email } = await mailServer()
      const summaries = {
        pt_PT: /^Cancelado: Consulta: João/,
        en_GB: /^Cancelled: Appointment: João/,
        es_ES: /^Cancelado: /,
        fr_FR: /^Annulé : /,
        de_DE: /^Abgesagt: /,
        ar_EG: /^ملغى: /,
      }
      for (const [language, summary] of Object.entries(summaries)) {
        const over = { external_id: language, contact: { external_id: language, name: 'João Silva', language } }
        const { id } = await notify(rollcall, { params: visits.appointment, ...over, addresses: [mail] })
        await rollcall.deliver({ email })
        await withdraw(rollcall, id)
        await rollcall.deliver({ email })
        const [before, after] = await Promise.all(
          received.slice(-2).map(async (source) => calendarIn(await PostalMime.parse(source)).event.summary),
        )
        expect(after).toMatch(summary)
        expect(after!.endsWith(before!)).toBe(true)
      }
    },
    sending,
  )

  const ends = {
    appointment: '2026-03-31T09:00:00Z',
    exam: '2026-04-02T08:50:00Z',
    vaccination: '2026-10-09T16:00:00Z',
  }
  serviceTest('has the end, the place, the details, the link and an alarm', async (rollcall) => {
    const details = { appointment: 'Com: Ana Reis\n', exam: 'Preparação: Não coma.\nBeba água.\n', vaccination: '' }
    const places = { appointment: null, exam: 'Sala 4', vaccination: 'Ginásio' }
    const { received, email } = await mailServer()
    for (const [target, end] of Object.entries(ends) as [Target, string][]) {
      const { id } = await notify(rollcall, { params: visits[target], addresses: [mail] }, target)
      await rollcall.deliver({ email })
      const { calendar, text, event } = calendarIn(await PostalMime.parse(received.at(-1)!))
      expect(event.endDate.toString()).toBe(end)
      expect(event.uid).toMatch(/^[\w-]{32}@clinica-lisboa$/)
      const url = String(event.component.getFirstPropertyValue('url'))
      expect(url).toMatch(/^https:\/\/rollcall\.test\/a\/clinica-lisboa\./)
      expect(event.description).toBe(`${details[target]}${url}`)
      expect(event.location).toBe(places[target])
      const alarms = calendar.getFirstSubcomponent('vevent')!.getAllSubcomponents('valarm')
      expect(alarms.map((alarm) => String(alarm.getFirstPropertyValue('trigger')))).toEqual(
        target === 'vaccination' ? [] : ['-PT2H'],
      )
      const transparency = event.component.getFirstPropertyValue('transp')
      expect(transparency).toBe(target === 'vaccination' ? 'TRANSPARENT' : null)
      for (const hidden of ['Cardiologia', 'Colonoscopia', 'Gripe', id, 'A-1001']) expect(text).not.toContain(hidden)
    }
  })

  serviceTest("has the clinic's address and telephone number, also on the page", async (rollcall) => {
    const { received, email } = await mailServer()
    await rollcall.given(entity({ phone: '+351 213 000 000', address: 'Rua do Ouro 12; 1100-061 Lisboa' }))
    const one = await contact(rollcall, { params: visits.exam, addresses: [mail] }, 'exam')
    await rollcall.deliver({ email })
    await one.answer('confirm')
    const saved = (await rollcall.app.inject(`${one.url}/appointment.ics`)).body
    for (const text of [calendarIn(await PostalMime.parse(received[0]!)).text, saved]) {
      const [vevent] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
      const event = new ICAL.Event(vevent!)
      expect(event.location).toBe('Sala 4, Rua do Ouro 12; 1100-061 Lisboa')
      expect(event.description).toMatch(/Beba água\.\n\+351 213 000 000\nhttps?:\/\//)
      expect(vevent!.getFirstPropertyValue('contact')).toBe('+351 213 000 000')
      expect(vevent!.getFirstProperty('organizer')!.getParameter('cn')).toBe('Clínica Lisboa')
    }
  })

  serviceTest('ends at the end that the client submits', async (rollcall) => {
    const { received, email } = await mailServer()
    const params = { ...visits.appointment, end: '2026-03-31T11:15:00+01:00' }
    await notify(rollcall, { params, addresses: [mail] })
    await rollcall.deliver({ email })
    expect(calendarIn(await PostalMime.parse(received[0]!)).event.endDate.toString()).toBe('2026-03-31T10:15:00Z')
  })
})

describe('a mail', () => {
  serviceTest('of an exam says how to prepare, and not which exam it is', async (rollcall) => {
    const { received, email } = await mailServer()
    const one = await contact(rollcall, { params: visits.exam, addresses: [mail] }, 'exam')
    await rollcall.deliver({ email })
    await one.answer('confirm')
    await rollcall.deliver({ email })
    expect(received).toHaveLength(2)
    for (const source of received) {
      const { text, html } = await PostalMime.parse(source)
      expect(text).toContain('Local: Sala 4\nPreparação: Não coma.\nBeba água.')
      expect(html).toContain('>Não coma.<br>Beba água.<')
      expect(shown(html!)).toContain('Preparação Não coma. Beba água.')
      expect(text).not.toContain('Colonoscopia')
    }
    expect((await PostalMime.parse(received[0]!)).text).toContain('pelo menos 24 horas antes do exame:')
  })

  serviceTest(
    'of a vaccination states when it ends and where it is, and invites to confirm or cancel',
    async (rollcall) => {
      const { received, email } = await mailServer()
      await notify(rollcall, { params: visits.vaccination, addresses: [mail] }, 'vaccination')
      await rollcall.deliver({ email })
      const { subject, text } = await PostalMime.parse(received[0]!)
      expect(subject).toMatch(
        /5 de outubro de 2026 às 09:00 – sexta-feira, 9 de outubro de 2026 às 17:00 \(João, Clínica Lisboa\)$/,
      )
      expect(text).toContain('Local: Ginásio')
      expect(text).toContain('Por favor, confirme ou cancele aqui:')
      expect(text).not.toContain('Gripe')
    },
  )
})

describe('a reply by text message', () => {
  serviceTest('that the plugin does not offer is kept for staff', async (rollcall) => {
    const { mobile, texts, reply } = await messageCentre(rollcall)
    const { status } = await notify(rollcall, { params: visits.vaccination }, 'vaccination')
    await rollcall.deliver({ mobile })
    expect(texts()[0]).toMatch(/\. Responda SIM ou NAO, ou abra https:/)
    expect(await reply('outra data')).toBe(0)
    expect((await status()).state).toBe('open')
    const kept = await rollcall.get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30')
    expect(kept.json()).toMatchObject([{ text: 'outra data', read_as: 'reschedule' }])
    expect(await reply('não')).toBe(0)
    expect((await status()).state).toBe('cancelled')
  })

  serviceTest('by number that the plugin does not offer is kept for staff', async (rollcall) => {
    const { mobile, reply } = await messageCentre(rollcall)
    const { status } = await notify(rollcall, { params: visits.vaccination }, 'vaccination')
    await notify(rollcall, { external_id: 'A-2', params: visits.appointment })
    await rollcall.deliver({ mobile })
    for (const text of ['sim', 'outra 2']) expect(await reply(text)).toBe(0)
    expect((await status()).state).toBe('open')
  })

  serviceTest('after answers close is kept for staff', async (rollcall) => {
    const { mobile, reply } = await messageCentre(rollcall)
    const { status } = await notify(rollcall, { params: { ...visits.exam, when: '2026-03-31T09:30:00+01:00' } }, 'exam')
    await rollcall.deliver({ mobile })
    rollcall.clock.time += hours(1)
    expect(await reply('sim')).toBe(0)
    expect((await status()).state).toBe('open')
    const kept = await rollcall.get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30')
    expect(kept.json()).toMatchObject([{ text: 'sim', read_as: 'confirm' }])
  })
})
