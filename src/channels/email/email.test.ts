import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { mailServer, refusing, refusingData } from '../../../test/mail-server.ts'
import { byToken, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../../test/submission.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import { minutes } from '../../platform/time/instant.ts'
import { smtpSender } from './smtp.ts'

const textOf = ({ content }: { content: string | ArrayBuffer | Uint8Array }) =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()

describe('a mail', () => {
  serviceTest('names the entity, and carries text and a calendar entry', async (rollcall) => {
    const { received, email } = await mailServer()
    await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    const { from, subject, text, html, attachments } = await PostalMime.parse(received[0]!)
    expect(from).toEqual({ name: 'Clínica Lisboa', address: 'notices@clinic.example' })
    expect(subject).toBe('Por favor, confirme: segunda-feira, 30 de março de 2026 às 09:30 (João, Clínica Lisboa)')
    for (const body of [text, html]) {
      expect(body).toContain('Olá, João,')
      expect(body).toContain('https://rollcall.test/a/clinica-lisboa.')
      expect(body).not.toContain('Cardiologia')
    }
    const calendar = attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
    expect(calendar.method).toBe('PUBLISH')
    for (const line of ['METHOD:PUBLISH', 'DTSTART:20260330T083000Z', 'STATUS:TENTATIVE']) {
      expect(textOf(calendar)).toContain(line)
    }
  })

  serviceTest('contains the QR code after a confirmation, once', async (rollcall) => {
    const { received, email } = await mailServer()
    const one = await contact(rollcall, { addresses: [{ channel: 'mobile', uid: '912345678' }, mail] })
    await rollcall.deliver({ email })
    for (let time = 0; time < 2; time++) await one.answer('confirm')
    await rollcall.deliver({ email })
    expect(received).toHaveLength(2)
    const { subject, text, attachments } = await PostalMime.parse(received[1]!)
    expect(subject).toBe('Presença confirmada: segunda-feira, 30 de março de 2026 às 09:30 (João, Clínica Lisboa)')
    const token = /^[0-9A-Z]{26}$/m.exec(text!)![0]
    expect((await rollcall.get(byToken(token))).json().id).toBe(one.id)
    const picture = attachments.find(({ mimeType }) => mimeType === 'image/png')!
    expect(new Uint8Array(picture.content as ArrayBuffer)).toEqual(new Uint8Array(await qrCodePng(token)))
    expect(textOf(attachments.find(({ mimeType }) => mimeType === 'text/calendar')!)).toContain('STATUS:CONFIRMED')
  })

  serviceTest('with the QR code is not sent after a changed answer', async (rollcall) => {
    const { received, email } = await mailServer()
    const one = await contact(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    for (const action of ['confirm', 'cancel']) await one.answer(action)
    await rollcall.deliver({ email })
    expect(received).toHaveLength(1)
    const { deliveries } = (await rollcall.get(`${notifications}/${one.id}`)).json()
    expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(['sent', 'stopped'])
  })

  serviceTest('is retried after a temporary refusal', async (rollcall) => {
    const { email } = await mailServer(refusing(451, 'try later'))
    const { delivery } = await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    const { state, reason } = await delivery()
    expect({ state, reason }).toEqual({ state: 'pending', reason: expect.stringContaining('try later') })
  })

  serviceTest('fails after a permanent refusal', async (rollcall) => {
    const { email } = await mailServer(refusing(550, 'no such mailbox'))
    const { delivery } = await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    const { state, reason } = await delivery()
    expect({ state, reason }).toEqual({ state: 'failed', reason: expect.stringContaining('no such mailbox') })
  })

  const ofUs: Record<string, SMTPServerOptions> = {
    connection: { onConnect: (_session, done) => done(Object.assign(new Error('down'), { responseCode: 554 })) },
    sender: {
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 553 })),
    },
    relaying: refusing(554, '5.7.1 relaying denied'),
    Gmail: refusingData(550, '5.4.5 Daily user sending limit exceeded'),
    'Exchange-Online': refusingData(
      554,
      '5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message',
    ),
  }
  serviceTest('is retried when the server refuses the service, and not the mail', async (rollcall) => {
    for (const [external_id, options] of Object.entries(ofUs)) {
      const { email } = await mailServer(options)
      const { delivery } = await notify(rollcall, { external_id, addresses: [mail] })
      await rollcall.deliver({ email })
      expect([external_id, (await delivery()).state]).toEqual([external_id, 'pending'])
    }
  })

  serviceTest(
    'is repeated only when the server took it without a response, and has the same id then',
    async (rollcall) => {
      const { received, email, cut } = await mailServer()
      await rollcall.given(entity())
      const people = Array.from({ length: 60 }, (_, index) =>
        item({ external_id: `A-${index}`, addresses: [{ channel: 'email', uid: `p${index}@example.org` }] }),
      )
      await rollcall.post('/v1/notifications/clinica-lisboa', submission(...people))
      cut.when = (nth) => nth % 20 === 0
      while ((await rollcall.deliver({ email })) > 0);
      rollcall.clock.time += minutes(1)
      cut.when = () => false
      while ((await rollcall.deliver({ email })) > 0);

      const ids = received.map((source) => /^Message-ID:\s+(.*)$/im.exec(source)![1]!)
      const times = [...Map.groupBy(ids, (id) => id).values()].map((same) => same.length)
      expect([times.filter((count) => count === 1).length, times.filter((count) => count === 2).length]).toEqual([
        57, 3,
      ])
    },
  )

  serviceTest('is sent once by a slow server, which does not delay others', async (rollcall) => {
    const [asked, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { email, received } = await mailServer({
      onRcptTo: (_address, _session, done) => {
        asked.resolve()
        slow.promise.then(() => done())
      },
    })
    const { status } = await notify(rollcall, { addresses: [mail, { channel: 'mobile', uid: '912345678' }] })
    const sending = rollcall.deliver({ email })
    await asked.promise
    await expect.poll(() => rollcall.outbox('.txt')).toHaveLength(1)
    expect(await rollcall.deliver({ email })).toBe(0)
    slow.resolve()
    await sending
    expect((await status()).deliveries.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent'])
    expect(received).toHaveLength(1)
  })

  serviceTest('waits for a server that is not reachable', async (rollcall) => {
    const email = smtpSender('smtp://127.0.0.1:1', 'notices@clinic.example', rollcall.secret)
    const { delivery } = await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    expect((await delivery()).state).toBe('pending')
  })
})
