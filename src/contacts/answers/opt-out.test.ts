import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { type Contact, contact } from '../../../test/contact.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { mailsOfAVisit } from '../../../test/mails-of-a-visit.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify } from '../../../test/submission.ts'
import { format } from '../../platform/languages/format.ts'
import { languages } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { minutes, parseInstant } from '../../platform/time/instant.ts'

const words = wordsOf('answer-page', 'pt')
const path = '/v1/opt-outs/clinica-lisboa'
const mobile = { channel: 'mobile', uid: '+351912345678' }
const optedOutAt = '2026-03-30T08:00:00.000000+00:00'

const post = ({ postForm }: Rollcall, { url }: Contact, form: string, headers: Record<string, string> = {}) =>
  postForm(`${url}/opt-out`, form, headers)

const optOuts = async ({ get }: Rollcall) => (await get(path)).json()

/** Submits another visit for the same address. Returns the state of its delivery after the attempt. */
async function sendAnother(rollcall: Rollcall) {
  const { delivery } = await notify(rollcall, { external_id: 'A-9' })
  await rollcall.deliver()
  return (await delivery()).state
}

describe('a person who is not the contact', () => {
  eachEngine('stops the messages to the address, and no longer sees a name', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    const other = await contact(rollcall, { external_id: 'A-2' })
    await other.answer('confirm')
    const scheduled = await notify(rollcall, { external_id: 'A-3', send_at: '2026-03-30T08:10:00Z' })

    const answer = await one.answer('not-me')
    expect({ status: answer.statusCode, location: answer.headers.location }).toEqual({
      status: 303,
      location: `./${one.link}`,
    })
    expect(await optOuts(rollcall)).toEqual([
      { ...mobile, reason: 'not-me', notification_id: one.id, opted_out_at: optedOutAt },
    ])
    expect(await scheduled.delivery()).toMatchObject({ state: 'stopped', opted_out: 'not-me' })
    expect(await one.state()).toBe('open')

    for (const { open, answer, state } of [one, other]) {
      const page = await open('GET', { 'accept-language': 'en' })
      expect(page.statusCode).toBe(200)
      // The clinic, in the language of the page on which the person answered.
      for (const shown of [words.notMe.title, 'Clínica Lisboa']) expect(page.body).toContain(shown)
      for (const hidden of ['Ana Reis', 'João', '09:30']) expect(page.body).not.toContain(hidden)
      const before = await state()
      await answer('cancel')
      expect(await state()).toBe(before)
    }
    for (const file of ['qr.png', 'appointment.ics']) {
      expect((await rollcall.app.inject(`${other.url}/${file}`)).statusCode).toBe(404)
    }
    expect(await sendAnother(rollcall)).toBe('stopped')
  })

  serviceTest('replaces an opt-out, which the contact can then not lift', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await rollcall.incoming.reply({ uid: mobile.uid, text: 'STOP' })
    expect(await optOuts(rollcall)).toEqual([{ ...mobile, reason: 'opt-out', opted_out_at: optedOutAt }])
    const later = { ...mobile, reason: 'not-me', notification_id: one.id, opted_out_at: optedOutAt }
    await one.answer('not-me')
    expect(await optOuts(rollcall)).toEqual([later])

    rollcall.clock.time += 1
    await one.answer('not-me')
    await post(rollcall, one, `nonce=${one.nonce}&messages=start`)
    await post(rollcall, one, 'List-Unsubscribe=One-Click')
    await rollcall.incoming.reply({ uid: mobile.uid, text: 'START' })
    expect(await optOuts(rollcall)).toEqual([later])
    const page = await rollcall.app.inject(`${one.url}/opt-out?lang=fr`)
    expect(page.body).toContain(wordsOf('answer-page', 'fr').notMe.title)
    expect(page.body).not.toContain('<form')
  })

  serviceTest(
    'takes "this is not me" back within ten minutes, and gets the messages that were stopped',
    async (rollcall) => {
      const one = await contact(rollcall)
      await rollcall.deliver()
      const scheduled = await notify(rollcall, { external_id: 'A-3', send_at: '2026-03-30T08:05:00Z' })
      await one.answer('not-me')
      rollcall.clock.time += minutes(10) - 1
      expect((await one.open()).body).toContain(words.notMe.takeBack.button)
      await one.answer('take-back')
      expect(await optOuts(rollcall)).toEqual([])
      expect((await one.open()).body).toContain('Ana Reis')
      expect(await scheduled.delivery()).toMatchObject({ state: 'pending' })
      await rollcall.deliver()
      expect(await scheduled.delivery()).toMatchObject({ state: 'sent' })
    },
  )

  serviceTest('takes "this is not me" back: the opt-out that it replaced applies again', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await rollcall.incoming.reply({ uid: mobile.uid, text: 'STOP' })
    await one.answer('not-me')
    await one.answer('take-back')
    expect(await optOuts(rollcall)).toMatchObject([{ ...mobile, reason: 'opt-out' }])
    expect(await sendAnother(rollcall)).toBe('stopped')
    await one.answer('take-back')
    expect(await optOuts(rollcall)).toHaveLength(1)
  })

  serviceTest('takes "this is not me" back: a later opt-out stays', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await one.answer('not-me')
    await rollcall.incoming.reply({ uid: mobile.uid, text: 'STOP' })
    await one.answer('take-back')
    expect(await optOuts(rollcall)).toMatchObject([{ ...mobile, reason: 'opt-out' }])
    expect(await sendAnother(rollcall)).toBe('stopped')
  })

  serviceTest(
    'takes "this is not me" back: an address that the clinic has removed meanwhile gets nothing',
    async (rollcall) => {
      const one = await contact(rollcall)
      await rollcall.deliver()
      const later = { external_id: 'A-3', send_at: '2026-03-30T08:05:00Z' }
      const scheduled = await notify(rollcall, later)
      await one.answer('not-me')
      await notify(rollcall, { ...later, addresses: [{ channel: 'mobile', uid: '+351914000111' }] })
      await one.answer('take-back')
      rollcall.clock.time += minutes(10)
      await rollcall.deliver()
      expect((await scheduled.status()).deliveries).toMatchObject([
        { uid: mobile.uid, state: 'stopped' },
        { uid: '+351914000111', state: 'sent' },
      ])
    },
  )

  serviceTest(
    'takes "this is not me" back: the contact gets one notice of a visit that was updated meanwhile',
    async (rollcall) => {
      const one = await contact(rollcall)
      await rollcall.deliver()
      await one.answer('not-me')
      const updated = async (doctor: string) =>
        notify(rollcall, { external_id: 'A-3', params: { ...item().params, doctor } })
      for (const doctor of ['Ana Reis', 'Rui Costa', 'Eva Lopes']) {
        await updated(doctor)
        await rollcall.deliver()
      }
      await one.answer('take-back')
      await rollcall.deliver()
      const { status } = await updated('Eva Lopes')
      const states = (await status()).deliveries.map(({ state }: { state: string }) => state)
      expect(states.filter((state: string) => state === 'sent')).toHaveLength(1)
    },
  )

  serviceTest('cannot take it back after ten minutes', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('not-me')
    rollcall.clock.time += minutes(10)
    expect((await one.open()).body).not.toContain('<form')
    await one.answer('take-back')
    expect(await optOuts(rollcall)).toMatchObject([{ reason: 'not-me' }])
  })

  serviceTest('needs the nonce of the page', async (rollcall) => {
    const one = await contact(rollcall)
    expect((await one.send({ answer: 'not-me' })).statusCode).toBe(403)
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    expect((await one.send({ answer: 'not-me', nonce: one.nonce }, crossSite)).statusCode).toBe(403)
    expect(await optOuts(rollcall)).toEqual([])
  })
})

describe('the page that stops messages', () => {
  const child = (name: string, over: object = {}) => ({
    external_id: name,
    contact: { ...item().contact, external_id: name, name },
    ...over,
  })
  const pageOf = async ({ app }: Rollcall, { url }: Contact, lang = 'pt') =>
    (await app.inject(`${url}/opt-out?lang=${lang}`)).body.replaceAll(/[\u2066-\u2069]/g, '')

  /** The telephone of a family: messages about these children were sent. */
  async function family(rollcall: Rollcall) {
    const ana = await contact(rollcall, child('Ana Silva'))
    for (const name of ['Rui Silva', 'Eva Silva']) await notify(rollcall, child(name))
    await notify(rollcall, child('Zoe Costa', { addresses: [{ channel: 'mobile', uid: '912345679' }] }))
    await rollcall.deliver()
    await notify(rollcall, child('Ivo Silva', { send_at: '2026-03-30T08:20:00Z' }))
    return ana
  }

  eachEngine(
    'names the end of the number and the others whom messages reach there, before and after',
    async (rollcall) => {
      const ana = await family(rollcall)
      const before = await pageOf(rollcall, ana)
      await post(rollcall, ana, `nonce=${ana.nonce}&messages=stop`)
      for (const page of [before, await pageOf(rollcall, ana)]) {
        expect(page).toContain('Trata-se das nossas mensagens para …678.')
        expect(page).toContain('Aplica-se também às nossas mensagens para Eva e Rui.')
        // Another telephone, a message that was not sent, and the whole number.
        for (const hidden of ['Zoe', 'Ivo', 'Silva', '912345678', '345678']) expect(page).not.toContain(hidden)
      }
      expect(await pageOf(rollcall, ana)).toContain(words.optOut.lift)
    },
  )

  eachEngine('stops only the messages for one contact, and sends them again', async (rollcall) => {
    const ana = await family(rollcall)
    const { status: ivo } = await notify(rollcall, child('Ivo Silva', { send_at: '2026-03-30T08:20:00Z' }))
    const later = async (name: string, key: string) => {
      const { delivery } = await notify(rollcall, child(name, { external_id: key, send_at: '2026-03-30T08:10:00Z' }))
      return async () => (await delivery()).state
    }
    const pending = await later('Ana Silva', 'A-2')
    expect(await pageOf(rollcall, ana)).toContain('Só as mensagens para Ana')
    await post(rollcall, ana, `nonce=${ana.nonce}&messages=stop-mine`)
    expect(await pending()).toBe('stopped')
    expect((await ivo()).deliveries[0].state).toBe('pending')
    const page = await pageOf(rollcall, ana)
    expect(page).toContain(words.optOut.othersContinue)
    expect(page).not.toContain(words.optOut.only)
    expect(await optOuts(rollcall)).toMatchObject([
      { ...mobile, reason: 'opt-out', contact_external_id: 'Ana Silva', notification_id: ana.id },
    ])
    const [event] = (await rollcall.get('/v1/events/clinica-lisboa/since/0')).json().slice(-1)
    expect(event).toMatchObject({ change: 'opted-out', notification_id: ana.id, only_contact: true })
    expect(JSON.stringify(event)).not.toContain('Ana Silva')

    const states = [await later('Ana Silva', 'A-3'), await later('Rui Silva', 'A-4')]
    rollcall.clock.time += minutes(15)
    while ((await rollcall.deliver()) > 0);
    expect(await Promise.all(states.map((state) => state()))).toEqual(['stopped', 'sent'])
    const listed = (await rollcall.get(`/v1/notifications/clinica-lisboa?external_id=A-3`)).json()
    expect(listed[0].deliveries).toMatchObject([{ reason: 'opted out', opted_out: 'opt-out' }])

    await post(rollcall, ana, `nonce=${ana.nonce}&messages=start`)
    expect(await optOuts(rollcall)).toEqual([])
    const again = await later('Ana Silva', 'A-5')
    await rollcall.deliver()
    expect(await again()).toBe('sent')
  })

  eachEngine('stops for one contact until staff lift it, or the contact is erased', async (rollcall) => {
    const ana = await family(rollcall)
    const stopMine = () => post(rollcall, ana, `nonce=${ana.nonce}&messages=stop-mine`)
    await stopMine()
    await post(rollcall, ana, `nonce=${ana.nonce}&messages=stop`)
    expect(await optOuts(rollcall)).toHaveLength(2)
    const first = await rollcall.get(`${path}?limit=1`)
    expect(first.json()).not.toHaveProperty('0.contact_external_id')
    const next = /<([^>]+)>/.exec(String(first.headers.link))![1]!
    expect(
      (await rollcall.get(new URL(next, 'http://x').pathname + new URL(next, 'http://x').search)).json(),
    ).toMatchObject([{ contact_external_id: 'Ana Silva' }])
    await rollcall.put(path, { ...mobile, opted_out: false })
    expect(await optOuts(rollcall)).toEqual([])
    await stopMine()
    const erasure = { contact_external_id: 'Ana Silva' }
    expect((await rollcall.post('/v1/erasures/clinica-lisboa', erasure)).statusCode).toBe(202)
    await rollcall.erase()
    expect(await optOuts(rollcall)).toEqual([])
  })

  serviceTest('names nobody if the clinic shows no names', async (rollcall) => {
    const ana = await family(rollcall)
    await rollcall.database.updateTable('entities').set({ names: 'none' }).execute()
    const page = await pageOf(rollcall, ana)
    expect(page).toContain(words.optOut.othersUnnamed)
    for (const hidden of ['Ana', 'Rui', 'Eva']) expect(page).not.toContain(hidden)
  })

  serviceTest('names nobody whose visit is over, or at an address that the clinic has removed', async (rollcall) => {
    const ana = await family(rollcall)
    rollcall.clock.time += minutes(24 * 60)
    expect(await pageOf(rollcall, ana)).not.toMatch(/Rui|Eva/)
    rollcall.clock.time -= minutes(24 * 60)
    await rollcall.database
      .updateTable('deliveries')
      .set({ removed: 1 })
      .where('notification_id', '=', ana.id)
      .execute()
    expect(await pageOf(rollcall, ana)).not.toMatch(/Rui|Eva|678/)
  })

  serviceTest('says the same of a mailbox, in each language', async (rollcall) => {
    const one = await contact(rollcall, { addresses: [mail] })
    await notify(rollcall, child('Rui Silva', { addresses: [mail] }))
    await rollcall.deliver()
    for (const language of languages) {
      const said = await pageOf(rollcall, one, language)
      expect(said).toContain('j…@example.org')
      const also = format(wordsOf('answer-page', language).optOut.others, { names: 'Rui' }, language)
      expect(said).toContain(also.replaceAll(/[\u2066-\u2069]/g, ''))
      expect(said).not.toContain(mail.uid)
    }
  })

  serviceTest('is not needed to learn that "this is not me" concerns everybody at the address', async (rollcall) => {
    const ana = await family(rollcall)
    expect((await ana.open()).body).toContain(words.notMe.everybody)
  })
})

describe('the header List-Unsubscribe of a mail', () => {
  const headersOf = async (source: string) => {
    const { headers } = await PostalMime.parse(source)
    return Object.fromEntries(headers.map(({ key, value }) => [key, value]))
  }

  serviceTest('stops the messages with one POST, and never with the requests of a link scanner', async (rollcall) => {
    const { received, email } = await mailServer()
    await contact(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    const headers = await headersOf(received[0]!)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const { pathname } = new URL(/^<(https:[^>]+)>$/.exec(headers['list-unsubscribe']!)![1]!)
    const url = (await rollcall.listen()) + pathname

    const scanned = ['', '?List-Unsubscribe=One-Click', '?messages=stop'].flatMap((query) =>
      ['GET', 'HEAD', 'OPTIONS'].flatMap((method) =>
        Array.from({ length: 12 }, async () => (await fetch(url + query, { method })).status),
      ),
    )
    expect(new Set(await Promise.all(scanned))).toEqual(new Set([200, 405]))
    for (const body of ['', 'List-Unsubscribe=', 'messages=stop']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await fetch(`${url}?List-Unsubscribe=One-Click`, { method: 'POST', body, headers })).status).toBe(403)
    }
    expect(await optOuts(rollcall)).toEqual([])

    const clicked = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect({ status: clicked.status, cookies: clicked.headers.getSetCookie() }).toEqual({ status: 200, cookies: [] })
    expect(await optOuts(rollcall)).toMatchObject([{ ...mail, reason: 'opt-out' }])
    const { delivery } = await notify(rollcall, { external_id: 'A-9', addresses: [mail] })
    await rollcall.deliver({ email })
    expect(await delivery()).toMatchObject({ state: 'stopped', opted_out: 'opt-out' })
    expect(received).toHaveLength(1)
  })

  serviceTest('is in each kind of mail', async (rollcall) => {
    const received = await mailsOfAVisit(rollcall)
    const kinds = await rollcall.database.selectFrom('deliveries').select('kind').where('state', '=', 'sent').execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['confirmation', 'moved', 'notice', 'withdrawn'])
    for (const source of received) {
      const headers = await headersOf(source)
      expect(headers['list-unsubscribe']).toMatch(/^<https:\/\/rollcall\.test\/a\/[^/]+\/opt-out>$/)
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
      const { text } = await PostalMime.parse(source)
      expect(`<${text!.trimEnd().split('\n').at(-1)}>`).toBe(headers['list-unsubscribe'])
    }
  })
})

describe('the page of the opt-out', () => {
  serviceTest('changes nothing when it is opened, stops the messages, and sends them again', async (rollcall) => {
    const one = await contact(rollcall)
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await rollcall.app.inject({ url: `${one.url}/opt-out`, method })).statusCode).toBe(200)
    }
    expect(await optOuts(rollcall)).toEqual([])

    const stopped = await post(rollcall, one, `nonce=${one.nonce}&messages=stop`)
    expect({ status: stopped.statusCode, location: stopped.headers.location }).toEqual({
      status: 303,
      location: './opt-out',
    })
    expect(await optOuts(rollcall)).toEqual([
      { ...mobile, reason: 'opt-out', notification_id: one.id, opted_out_at: optedOutAt },
    ])
    expect((await rollcall.app.inject(`${one.url}/opt-out`)).body).toContain(words.optOut.lift)
    expect(await rollcall.deliver()).toBe(0)

    const { body } = await one.open()
    for (const shown of [words.optOut.done, 'Ana Reis', words.confirm]) expect(body).toContain(shown)
    await one.answer('confirm')
    expect(await one.state()).toBe('confirmed')

    await post(rollcall, one, `nonce=${one.nonce}&messages=start`)
    expect(await optOuts(rollcall)).toEqual([])
    expect(await sendAnother(rollcall)).toBe('sent')
  })

  const boundary = 'xxBOUNDARYxx'
  const bodies = {
    'application/x-www-form-urlencoded': 'List-Unsubscribe=One-Click',
    [`multipart/form-data; boundary=${boundary}`]: [
      ...[`--${boundary}`, 'Content-Disposition: form-data; name="List-Unsubscribe"', '', 'One-Click'],
      ...[`--${boundary}--`, ''],
    ].join('\r\n'),
  }
  serviceTest('takes the one click of a mail program', async (rollcall) => {
    for (const [type, payload] of Object.entries(bodies)) {
      const one = await contact(rollcall)
      // Mail programs send the request long after the visit, too.
      rollcall.clock.time = parseInstant('2026-05-01T08:00:00Z')!
      for (let time = 0; time < 2; time++) {
        const clicked = await post(rollcall, one, payload, { 'content-type': type })
        expect({ status: clicked.statusCode, location: clicked.headers.location }).toEqual({
          status: 200,
          location: undefined,
        })
        expect(clicked.body).toContain(words.optOut.lift)
      }
      expect(await optOuts(rollcall)).toMatchObject([{ ...mobile, reason: 'opt-out', notification_id: one.id }])
      rollcall.clock.time = parseInstant('2026-03-30T08:00:00Z')!
      await post(rollcall, one, `nonce=${one.nonce}&messages=start`)
    }
  })

  serviceTest('rejects other requests', async (rollcall) => {
    const one = await contact(rollcall)
    const { nonce } = one
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    const statuses = [
      await post(rollcall, one, 'messages=stop'),
      await post(rollcall, one, `messages=stop&nonce=${nonce}`, crossSite),
      await post(rollcall, one, `messages=maybe&nonce=${nonce}`),
      await post(rollcall, one, 'List-Unsubscribe=No'),
      await post(rollcall, one, 'x', { 'content-type': 'multipart/form-data' }),
      await post(rollcall, one, '%ff'),
      await rollcall.app.inject('/a/clinica-lisboa.00000000000000000000/opt-out'),
      await rollcall.app.inject({ url: '/a/clinica-lisboa.00000000000000000000/opt-out', method: 'POST' }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([403, 403, 422, 403, 400, 400, 404, 404])
    expect(await optOuts(rollcall)).toEqual([])
  })

  serviceTest("speaks the contact's language", async (rollcall) => {
    for (const language of languages) {
      const one = await contact(rollcall, {
        external_id: language,
        contact: { external_id: 'P', name: 'A', country: 'PT', language: `${language}_PT` },
        addresses: [{ channel: 'email', uid: `${language}@example.org` }],
      })
      const open = async () => (await rollcall.app.inject(`${one.url}/opt-out`)).body
      const { question, effect, done, doneEffect } = wordsOf('answer-page', language).optOut
      for (const sentence of [question, effect, `<html lang="${language}"`]) expect(await open()).toContain(sentence)
      await post(rollcall, one, 'List-Unsubscribe=One-Click')
      for (const sentence of [done, doneEffect]) expect(await open()).toContain(sentence)
    }
  })
})
