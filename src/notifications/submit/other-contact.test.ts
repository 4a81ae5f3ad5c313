import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { checkinToken, entity, notification } from '../../../test/history.ts'
import { byToken, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, moved, notify } from '../../../test/submission.ts'
import { wordsOf } from '../../platform/languages/words.ts'

const bruno = {
  contact: { external_id: 'P-2', name: 'Bruno Beta', language: 'pt_PT', country: 'PT', birth_date: '1990-12-24' },
  addresses: [{ channel: 'mobile' as const, uid: '+351966000222' }],
}

/** The kinds, addresses and states of a notification's messages. */
const messagesOf = async ({ get }: Rollcall, id: string): Promise<string[]> =>
  (await get(`${notifications}/${id}`))
    .json()
    .deliveries.map(({ kind, uid, state }: Record<string, string>) => `${kind} ${uid} ${state}`)
    .sort()

describe('a key that the clinic gives to another contact', () => {
  eachEngine(
    'is another visit: the first contact learns that theirs is withdrawn, and nothing else',
    async (rollcall) => {
      const joao = await contact(rollcall)
      await rollcall.deliver()
      await joao.answer('confirm')
      const token = (await joao.token())!

      const { id, status } = await notify(rollcall, bruno)
      expect(id).not.toBe(joao.id)
      expect(await status()).toMatchObject({ state: 'open', supersedes: joao.id, contact: bruno.contact })
      expect(await messagesOf(rollcall, id)).toEqual(['notice +351966000222 pending'])
      const old = (await rollcall.get(`${notifications}/${joao.id}`)).json()
      expect(old).toMatchObject({ state: 'superseded', superseded_by: id, contact: { external_id: 'P-77' } })
      expect(await messagesOf(rollcall, joao.id)).toEqual([
        'notice +351912345678 sent',
        'withdrawn +351912345678 pending',
      ])
      expect((await rollcall.get(byToken(token))).json()).toMatchObject({
        code: 'checkin-revoked',
        reason: 'superseded',
      })

      await rollcall.deliver()
      const [toJoao, toBruno] = ['+351912345678', '+351966000222'].map(
        (uid) => rollcall.outbox('.txt').findLast((text) => text.includes(uid))!,
      )
      expect(toJoao).toContain('cancelamos')
      expect(toBruno).not.toMatch(/João|Joao|cancelamos/)
      expect(toJoao).not.toContain('Bruno')
    },
  )

  serviceTest('ends the links of the first contact, who cannot answer for the other', async (rollcall) => {
    const joao = await contact(rollcall)
    await rollcall.deliver()
    const { status } = await notify(rollcall, bruno)
    await joao.answer('cancel')
    await joao.answer('confirm')
    expect((await status()).state).toBe('open')
    const { statusCode, body } = await joao.open()
    expect(statusCode).toBe(410)
    expect(body).toContain(wordsOf('answer-page', 'pt').states.withdrawn)
    expect(body).not.toMatch(/Bruno|name="answer" value="(confirm|cancel)"|<a href="\.\/[^"/]+" class="next"/)
    for (const file of ['qr.png', 'appointment.ics'])
      expect((await rollcall.app.inject(`${joao.url}/${file}`)).statusCode).toBe(404)
  })

  serviceTest('and another start tells the first contact nothing of the new time', async (rollcall) => {
    const first = await contact(rollcall, { addresses: [mail] })
    await rollcall.deliver()
    const { id } = await notify(rollcall, { ...bruno, ...moved, addresses: [mail, ...bruno.addresses] })
    expect(await messagesOf(rollcall, id)).toEqual(['notice +351966000222 pending', `notice ${mail.uid} pending`])
    expect((await first.open()).body).not.toContain('16:00')
  })

  serviceTest('and names no address does not tell the addresses of the first contact of it', async (rollcall) => {
    await contact(rollcall)
    await rollcall.deliver()
    const { id } = await notify(rollcall, { ...bruno, ...moved, addresses: [] })
    expect(await messagesOf(rollcall, id)).toEqual([])
  })

  serviceTest('and back again is a third visit', async (rollcall) => {
    const first = await contact(rollcall)
    await rollcall.deliver()
    const second = await contact(rollcall, bruno)
    await rollcall.deliver()
    const third = await contact(rollcall)
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    expect(await messagesOf(rollcall, second.id)).toEqual([
      'notice +351966000222 sent',
      'withdrawn +351966000222 pending',
    ])
    expect((await first.open()).body).toContain(wordsOf('answer-page', 'pt').states.withdrawn)
    expect((await third.open()).statusCode).toBe(200)
  })

  serviceTest(
    'and back again does not tell the first contact of the withdrawal after the new notice',
    async (rollcall) => {
      const first = await contact(rollcall)
      await rollcall.deliver()
      await notify(rollcall, bruno)
      const { id } = await notify(rollcall)
      await rollcall.deliver()
      expect(await messagesOf(rollcall, id)).toEqual(['notice +351912345678 sent'])
      expect(await messagesOf(rollcall, first.id)).toEqual([
        'notice +351912345678 sent',
        'withdrawn +351912345678 stopped',
      ])
    },
  )

  serviceTest('sends nothing to a contact who was never told', async (rollcall) => {
    const { id } = await notify(rollcall)
    await notify(rollcall, bruno)
    expect(await messagesOf(rollcall, id)).toEqual(['notice +351912345678 stopped'])
  })

  serviceTest('with an older version changes nothing', async (rollcall) => {
    const { id } = await notify(rollcall, { version: 7 })
    const { id: again, status } = await notify(rollcall, { ...bruno, version: 6 })
    expect({ id: again, contact: (await status()).contact.external_id }).toEqual({ id, contact: 'P-77' })
  })

  serviceTest('revokes the code of imported history', async (rollcall) => {
    await rollcall.given(entity(), notification(), checkinToken())
    const { id } = await notify(rollcall, bruno)
    expect(id).not.toBe('n-1')
    expect((await rollcall.get(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'))).json()).toMatchObject({ reason: 'superseded' })
  })

  serviceTest('is not assumed for a corrected name or birth date of the same contact', async (rollcall) => {
    const joao = await contact(rollcall)
    await joao.answer('confirm')
    const corrected = { ...item().contact, name: 'João da Silva', birth_date: '1980-02-29' }
    const { id, status } = await notify(rollcall, { contact: corrected })
    expect(id).toBe(joao.id)
    expect(await status()).toMatchObject({ state: 'confirmed', contact: corrected })
  })
})
