import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { mailServer } from './mail-server.ts'
import { messageCentre } from './message-centre.ts'
import { byDate, byToken, eachEngine, type Rollcall, serviceTest } from './rollcall.ts'
import { mail, moved, notify } from './submission.ts'

/** Opens the link of a message over a socket, confirms, and returns the check-in token on the page. */
async function confirm(rollcall: Rollcall, message: string): Promise<string> {
  const page = (await rollcall.listen()) + /https:\/\/rollcall\.test(\/a\/\S+)/.exec(message)![1]!
  const nonce = /name="nonce" value="([^"]+)"/.exec(await (await fetch(page)).text())![1]!
  const answered = await fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'confirm', nonce }) })
  return /<data value="([0-9A-Z]{26})">/.exec(await answered.text())![1]!
}

async function expectTheRest(rollcall: Rollcall, id: string, token: string, channel: string, uid: string) {
  const { get, post } = rollcall
  const [listed] = (await get(byDate('2026-03-30'))).json()
  expect(listed).toMatchObject({ action: 'confirm', notification_id: id, channel, uid })
  expect((await get('/v1/metrics/notifications/actions/clinica-lisboa/since/0')).json()).toEqual([listed])
  expect((await get(byToken(token))).json().id).toBe(id)

  expect((await post(`${byToken(token)}/arrival`)).statusCode).toBe(201)
  expect((await post(`${byToken(token)}/arrival`)).json().code).toBe('already-arrived')

  await notify(rollcall, moved)
  for (const refused of [await get(byToken(token)), await post(`${byToken(token)}/arrival`)]) {
    expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 410, code: 'checkin-revoked' })
    expect(refused.json().reason).toBe('moved')
  }
}

describe('from notice to arrival', () => {
  eachEngine('by mail', async (rollcall) => {
    const { received, email } = await mailServer()
    const { id } = await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    const token = await confirm(rollcall, (await PostalMime.parse(received[0]!)).text!)
    await expectTheRest(rollcall, id, token, 'email', mail.uid)
  })

  serviceTest('by text message', async (rollcall) => {
    const { mobile, texts } = await messageCentre(rollcall)
    const { id } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    const token = await confirm(rollcall, texts()[0]!)
    await expectTheRest(rollcall, id, token, 'mobile', '+351912345678')
  })

  serviceTest('by text messages only, without a browser', async (rollcall) => {
    const { mobile, texts, reply } = await messageCentre(rollcall)
    const { id } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(await reply('Sim!')).toBe(0)
    await rollcall.deliver({ mobile })
    const page = /https:\/\/rollcall\.test(\/a\/\S+)/.exec(texts()[1]!)![1]!
    const token = /<data value="([0-9A-Z]{26})">/.exec((await rollcall.app.inject(page)).body)![1]!
    await expectTheRest(rollcall, id, token, 'mobile', '+351912345678')
  })
})
