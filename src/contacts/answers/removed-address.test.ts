import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mail, moved, notify } from '../../../test/submission.ts'
import { wordsOf } from '../../platform/languages/words.ts'

const right = { addresses: [{ channel: 'mobile' as const, uid: '+351914000111' }] }
const ended = wordsOf('answer-page', 'en').ended.title
const details = /João|Silva|Ana Reis|Lisboa|09:30|16:00/

/** Opens the page and its files as the stranger at the wrong number. */
async function asStranger({ app }: Rollcall, { url, open }: Awaited<ReturnType<typeof contact>>) {
  const files = await Promise.all(['qr.png', 'appointment.ics'].map((file) => app.inject(`${url}/${file}`)))
  const { statusCode, body } = await open()
  return {
    page: { statusCode, isEnded: body.includes(ended), details: details.test(body) },
    files: files.map((one) => one.statusCode),
  }
}
const nothing = { page: { statusCode: 410, isEnded: true, details: false }, files: [404, 404] }

const uidsOf = async ({ get }: Rollcall, id: string, kind: string): Promise<string[]> =>
  (await get(`${notifications}/${id}`))
    .json()
    .deliveries.filter((one: { kind: string }) => one.kind === kind)
    .map(({ uid }: { uid: string }) => uid)

describe('the link of an address that the clinic has corrected', () => {
  serviceTest('is no longer valid, and shows nothing of the visit', async (rollcall) => {
    const stranger = await contact(rollcall)
    await rollcall.deliver()
    await stranger.answer('confirm')
    await notify(rollcall, right)
    expect(await asStranger(rollcall, stranger)).toEqual(nothing)
  })

  serviceTest('accepts no answer', async (rollcall) => {
    const stranger = await contact(rollcall)
    await rollcall.deliver()
    await notify(rollcall, right)
    for (const answer of ['confirm', 'reschedule', 'cancel']) await stranger.answer(answer)
    expect(await stranger.state()).toBe('open')
    expect(await stranger.actions()).toEqual([])
  })

  serviceTest('ends when the correction comes with a move, and after an earlier move', async (rollcall) => {
    const first = await contact(rollcall)
    await rollcall.deliver()
    const second = await contact(rollcall, moved)
    await rollcall.deliver()
    await notify(rollcall, { ...moved, ...right })
    expect([await asStranger(rollcall, first), await asStranger(rollcall, second)]).toEqual([nothing, nothing])
    await notify(rollcall, right)
    expect([await asStranger(rollcall, first), await asStranger(rollcall, second)]).toEqual([nothing, nothing])
  })

  serviceTest('ends when the clinic removes the only address', async (rollcall) => {
    const stranger = await contact(rollcall)
    await rollcall.deliver()
    await notify(rollcall, { addresses: [] })
    expect(await asStranger(rollcall, stranger)).toEqual(nothing)
  })

  serviceTest('leads to the new page when the address returns by a move', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await notify(rollcall, right)
    await notify(rollcall, { ...moved, ...right })
    const next = await contact(rollcall)
    const { statusCode, body } = await one.open()
    expect({ statusCode, isEnded: body.includes(ended) }).toEqual({ statusCode: 410, isEnded: false })
    expect(body).toContain(`./${next.link}`)
  })

  serviceTest('is valid again when the clinic adds the address again', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await notify(rollcall, right)
    await notify(rollcall)
    expect((await one.open()).statusCode).toBe(200)
  })

  serviceTest('still stops all messages of the clinic', async (rollcall) => {
    const stranger = await contact(rollcall, { addresses: [mail] })
    await rollcall.deliver()
    await notify(rollcall, right)
    const { statusCode, body } = await rollcall.postForm(`${stranger.url}/opt-out`, 'List-Unsubscribe=One-Click')
    expect({ statusCode, details: /João|Silva|Ana Reis|09:30/.test(body) }).toEqual({ statusCode: 200, details: false })
    expect((await rollcall.get('/v1/opt-outs/clinica-lisboa')).json()).toMatchObject([{ uid: mail.uid }])
  })
})

describe('a removed address', () => {
  serviceTest('is not told of a move that names no address', async (rollcall) => {
    await notify(rollcall)
    await rollcall.deliver()
    await notify(rollcall, right)
    await rollcall.deliver()
    const { id } = await notify(rollcall, { ...moved, addresses: [] })
    expect(await uidsOf(rollcall, id, 'moved')).toEqual(['+351914000111'])
  })

  serviceTest('gets no message that was leased when the clinic removed it', async (rollcall) => {
    const { id } = await notify(rollcall)
    const sent: string[] = []
    const mobile = {
      // The worker awaits the connection between the lease and the composition of the message.
      ready: async () => void (await notify(rollcall, right)),
      send: async ({ uid }: { uid: string }) => {
        sent.push(uid)
        return { outcome: 'accepted' as const }
      },
      close() {},
    }
    await rollcall.deliver({ mobile })
    await rollcall.deliver({ mobile })
    expect(sent).toEqual(['+351914000111'])
    expect((await rollcall.get(`${notifications}/${id}`)).json().deliveries).toMatchObject([
      { uid: '+351912345678', state: 'stopped', reason: 'address removed' },
      { uid: '+351914000111', state: 'sent' },
    ])
  })

  serviceTest('cannot answer by text, but can stop messages', async (rollcall) => {
    const { mobile, reply } = await messageCentre(rollcall)
    const { status } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    await notify(rollcall, right)
    await reply('SIM', '+351912345678')
    expect((await status()).state).toBe('open')
    await reply('STOP', '+351912345678')
    expect((await rollcall.get('/v1/opt-outs/clinica-lisboa')).json()).toMatchObject([{ uid: '+351912345678' }])
  })
})
