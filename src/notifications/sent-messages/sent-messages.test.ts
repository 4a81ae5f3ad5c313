import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { entity, history } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, mail, moved, submission } from '../../../test/submission.ts'
import type { Message } from '../../channels/channel.ts'
import type { Mail } from '../../channels/email/mail.ts'
import type { DeliveryContext } from '../../messages/delivery/context.ts'
import { formatInstant, minutes } from '../../platform/time/instant.ts'
import type { SentMessage } from './sent-message.ts'

/** Delivers all messages, and returns them as the channels got them. */
async function deliver(rollcall: Rollcall): Promise<Message[]> {
  const sent: Message[] = []
  const channel = {
    send: async (message: Message) => {
      sent.push(message)
      return { outcome: 'accepted' as const }
    },
    close() {},
  }
  const channels = { mobile: channel, email: channel } as unknown as DeliveryContext['senders']
  while ((await rollcall.deliver(channels)) > 0) rollcall.clock.time += 1_000_000
  return sent
}

const shown = async ({ get }: Rollcall, id: string) =>
  (await get(`${notifications}/${id}/messages`)).json<SentMessage[]>()

const secrets = /\/a\/clinica-lisboa\.[0-9a-z]{20}/g
/** The message with asterisks for its secrets, and with this service's origin. */
const masked = (text: string, origin: string) =>
  text
    .replaceAll('https://rollcall.test', origin)
    .replaceAll(secrets, `/a/clinica-lisboa.${'*'.repeat(20)}`)
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, '*'.repeat(26))
const withoutPictures = (html: string) => html.replaceAll(/"(cid:[a-z-]+|data:image\/png;base64,[^"]+)"/g, '"picture"')

const origin = 'https://rollcall.test'
const config = { publicUrl: origin }
const addresses = [mail, ...item().addresses]

describe('the messages of a notification', () => {
  eachEngine(
    'are those that the contact received, without the secrets',
    async (rollcall) => {
      const one = await contact(rollcall, { addresses })
      const sent = await deliver(rollcall)
      await one.answer('confirm')
      const token = (await one.token())!
      sent.push(...(await deliver(rollcall)))
      await rollcall.post(`${notifications}/${one.id}/reminder`)
      sent.push(...(await deliver(rollcall)))
      for (const text of ['Outra data', 'Sim']) {
        await rollcall.incoming.reply({ uid: '+351912345678', text })
        sent.push(...(await deliver(rollcall)))
      }
      await rollcall.post(`${notifications}/${one.id}/cancellation`)
      sent.push(...(await deliver(rollcall)))

      const again = await shown(rollcall, one.id)
      expect(again.map(({ kind, channel }) => `${kind} ${channel}`).sort()).toEqual([
        ...['acknowledgement mobile', 'acknowledgement mobile'],
        ...['confirmation email', 'confirmation email', 'notice email', 'notice mobile'],
        ...['reminder email', 'reminder mobile', 'withdrawn email', 'withdrawn mobile'],
      ])
      const texts = (all: { text?: string }[]) => all.map(({ text }) => masked(text!, origin)).sort()
      expect(texts(again)).toEqual(texts(sent))
      const mails = sent.filter((message): message is Mail => 'subject' in message)
      const htmls = (all: { html?: string }[]) => all.map(({ html }) => withoutPictures(masked(html!, origin))).sort()
      const mailsAgain = again.filter(({ channel }) => channel === 'email')
      expect(htmls(mailsAgain)).toEqual(htmls(mails))
      expect(mailsAgain.map(({ subject }) => subject).sort()).toEqual(mails.map(({ subject }) => subject).sort())

      const everything = JSON.stringify(again)
      expect(JSON.stringify(sent)).toMatch(secrets)
      expect(everything).not.toMatch(secrets)
      expect(everything).not.toContain(one.link)
      expect(everything).not.toContain(token)
      expect(everything).not.toContain('cid:')
      expect(everything).toContain('data:image/png')
      for (const delivery of await rollcall.database.selectFrom('deliveries').selectAll().execute()) {
        expect(everything).not.toContain(delivery.link_hash)
      }
    },
    { config },
  )

  serviceTest('say the old and the new time of a moved visit', async (rollcall) => {
    const one = await contact(rollcall, { addresses })
    await deliver(rollcall)
    const { id } = (await rollcall.post(notifications, submission(item({ ...moved, addresses })))).json()
      .notifications[0]
    const sent = await deliver(rollcall)
    const again = await shown(rollcall, id)
    expect(again.map(({ kind }) => kind)).toEqual(['moved', 'moved'])
    const texts = (all: { text?: string }[]) => all.map(({ text }) => text!.replaceAll(/https?:\S+/g, 'link')).sort()
    expect(texts(again)).toEqual(texts(sent))
    expect((await shown(rollcall, one.id)).map(({ kind }) => kind)).toEqual(['notice', 'notice'])
  })

  serviceTest('are rendered from the data of today', async (rollcall) => {
    const one = await contact(rollcall)
    const [sent] = await deliver(rollcall)
    await rollcall.database.updateTable('entities').set({ name: 'Clínica Nova' }).execute()
    expect(sent!.text).toContain('Clinica Lisboa')
    expect((await shown(rollcall, one.id))[0]!.text).toContain('Clinica Nova')
  })

  serviceTest('are the latest 20', async (rollcall) => {
    const one = await contact(rollcall, { ...later, addresses: [mail] })
    await deliver(rollcall)
    for (let time = 0; time < 20; time++) {
      // An address gets three QR codes in an hour.
      rollcall.clock.time += minutes(21)
      await one.answer('confirm')
      await deliver(rollcall)
      await one.answer('cancel')
    }
    const sentAt = (await shown(rollcall, one.id)).map(({ sent_at }) => sent_at)
    const times = await rollcall.database.selectFrom('deliveries').select('sent_at').orderBy('sent_at').execute()
    expect(sentAt).toEqual(times.slice(1).map(({ sent_at }) => formatInstant(sent_at!)))
    expect(sentAt).toHaveLength(20)
  })

  serviceTest('have no text for a question, which names other notifications', async (rollcall) => {
    const one = await contact(rollcall)
    await deliver(rollcall)
    await rollcall.database.updateTable('deliveries').set({ kind: 'question' }).execute()
    const [question] = await shown(rollcall, one.id)
    expect(Object.keys(question!)).toEqual(['id', 'kind', 'channel', 'uid', 'sent_at'])
  })

  serviceTest('do not include a delivery that is due, or a notice without a delivery', async (rollcall) => {
    const one = await contact(rollcall)
    expect(await shown(rollcall, one.id)).toEqual([])
    await rollcall.given(...history())
    expect(await shown(rollcall, 'n-1')).toEqual([])
  })

  serviceTest('need the notification of the entity', async (rollcall) => {
    const { given, get } = rollcall
    const one = await contact(rollcall)
    await given(entity({ id: 'other' }))
    expect((await get(`/v1/notifications/other/${one.id}/messages`)).json().code).toBe('notification-not-found')
    expect((await get(`${notifications}/unknown/messages`)).json().code).toBe('notification-not-found')
  })
})
