import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { gatewaySender } from '../../src/channels/mobile/gateway/sender.ts'
import { mailServer } from '../mail-server.ts'
import { wholeBody } from './whole-body.ts'

/** A message that arrived, by the id that the service gave its delivery. */
export interface ArrivedMessage {
  id: string
  address: string
}

/** Starts a mail server and a text gateway on loopback. */
export async function telephonesAndMailboxes() {
  const texts: (ArrivedMessage & { sequel: number })[] = []
  let sequel = 0
  const server = createServer(async (request, response) => {
    const body = await wholeBody(request)
    if (body === undefined) return
    const { id, to } = JSON.parse(body)
    // As docs/gateways.md asks: a repeated id is the same text. The service repeats it if it gets no response in time.
    if (!texts.some((text) => text.id === id && text.sequel === sequel)) texts.push({ id, address: to, sequel })
    response.writeHead(202).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { received, email, port } = await mailServer()
  const gateway = { url, from: undefined, headers: {}, statusUrl: () => url, replyUrl: () => url }
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'notices@clinic.example', SMS_URL: url },
    senders: { email, mobile: gatewaySender(gateway) },
    /** All messages so far. */
    arrived: () => [...texts, ...received.map(arrivedMail)],
    /** Keeps the messages so far. The returned function starts another sequel to them, and returns its messages. */
    keep() {
      const kept = { texts: texts.length, mails: received.length }
      return () => {
        sequel += 1
        const from = { texts: texts.length, mails: received.length }
        const isOurs = (index: number, kept: number, from: number) => index < kept || index >= from
        return () => [
          ...texts.filter((_, index) => isOurs(index, kept.texts, from.texts)),
          ...received.filter((_, index) => isOurs(index, kept.mails, from.mails)).map(arrivedMail),
        ]
      }
    },
  }
}

const arrivedMail = (text: string): ArrivedMessage => ({
  id: /^Message-ID:\s+<([^@]+)@/im.exec(text)![1]!,
  address: /^To:.*?([^\s<]+@[^\s>]+)/im.exec(text)![1]!,
})
