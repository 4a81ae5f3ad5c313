import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { byToken, eachEngine, serviceTest } from '../../../test/rollcall.ts'
import { setEntity } from '../../entities/entity.ts'
import { setLogo } from '../../entities/logo.ts'
import { canHappen, type TransitionName, transitions } from '../../notifications/lifecycle/transitions.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import { languages } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { notificationStates, type State } from '../../visits/state.ts'

const textOf = (sentence: string) => sentence.replaceAll("'", '&#39;')

describe('a contact', () => {
  eachEngine('confirms: the action names the address that got the link', async (rollcall) => {
    const one = await contact(rollcall)
    const answer = await one.answer('confirm')
    expect({ status: answer.statusCode, location: answer.headers.location }).toEqual({
      status: 303,
      location: `./${one.link}`,
    })
    expect(await one.actions()).toEqual([
      {
        action: 'confirm',
        date: '2026-03-30T08:00:00.000000+00:00',
        task_id: expect.any(String),
        notification_id: one.id,
        entity_id: 'clinica-lisboa',
        external_id: 'A-1001',
        category: 'medical',
        target: 'appointment',
        channel: 'mobile',
        uid: '+351912345678',
        contact: { external_id: 'P-77', name: 'João Silva' },
        params: {
          year: '2026',
          month: '3',
          day: '30',
          hour: '9',
          minute: '30',
          when: '2026-03-30T08:30:00Z',
          event_date: '2026-03-30T08:30:00Z',
          doctor: 'Ana Reis',
          doctor_expertise: 'Cardiologia',
        },
      },
    ])
    expect(await one.state()).toBe('confirmed')
  })

  serviceTest('may change the answer: each change is an action, a repeated answer is none', async (rollcall) => {
    const one = await contact(rollcall)
    for (const answer of ['confirm', 'confirm', 'cancel', 'cancel', 'reschedule', 'confirm']) await one.answer(answer)
    expect((await one.actions()).map(({ action }: { action: string }) => action)).toEqual([
      'confirm',
      'cancel',
      'reschedule',
      'confirm',
    ])
  })

  eachEngine('answers once when the button is pressed several times', async (rollcall) => {
    const one = await contact(rollcall)
    await Promise.all(Array.from({ length: 100 }, () => one.answer('confirm')))
    expect(await one.actions()).toHaveLength(1)
  })

  serviceTest('may name the other time in a wish, which the page shows', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('reschedule', 'Mondays & <b>Fridays</b>')
    expect((await one.open()).body).toContain('<q>Mondays &amp; &lt;b&gt;Fridays&lt;/b&gt;</q>')
    expect((await rollcall.get(`${notifications}/${one.id}`)).json()).toMatchObject({
      state: 'rescheduling',
      wish: 'Mondays & <b>Fridays</b>',
      answered_at: '2026-03-30T08:00:00.000000+00:00',
    })
  })

  serviceTest('withdraws the wish by another answer', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('reschedule', 'Mondays')
    for (const wish of [undefined, 'Tuesdays']) {
      await one.answer(wish ? 'cancel' : 'confirm', wish)
      expect((await rollcall.get(`${notifications}/${one.id}`)).json()).not.toHaveProperty('wish')
    }
    await one.answer('reschedule')
    expect((await one.open()).body).not.toContain('Mondays')
  })

  serviceTest('may write a wish as long as the page allows, as browsers count it', async (rollcall) => {
    const one = await contact(rollcall)
    expect((await one.answer('reschedule', `${`${'x'.repeat(48)}\r\n`.repeat(10)}\u0007y`)).statusCode).toBe(303)
    const { wish } = (await rollcall.get(`${notifications}/${one.id}`)).json()
    expect(wish).toBe(`${`${'x'.repeat(48)}\n`.repeat(10)}y`)
  })

  serviceTest('cannot answer once the appointment has begun', async (rollcall) => {
    const one = await contact(rollcall)
    rollcall.clock.time = parseInstant('2026-03-30T08:30:00Z')!
    await one.answer('confirm')
    expect(await one.state()).toBe('open')
    expect((await one.open()).body).toContain(wordsOf('answer-page', 'pt').states.closed)
  })

  serviceTest('gets no further messages after an answer', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('cancel')
    const { deliveries } = (await rollcall.get(`${notifications}/${one.id}`)).json()
    expect(deliveries).toMatchObject([{ state: 'stopped', reason: 'cancelled' }])
  })
})

describe('the check-in token', () => {
  serviceTest('is shown after a confirmation, and opens the appointment', async (rollcall) => {
    const one = await contact(rollcall)
    expect(await one.token()).toBeUndefined()
    await one.answer('confirm')
    const token = await one.token()
    const record = await rollcall.get(byToken(token!))
    expect(record.json()).toMatchObject({ id: one.id, external_id: 'A-1001', files: [], inferred_data: {} })
    const picture = await rollcall.app.inject(`${one.url}/qr.png`)
    expect({ status: picture.statusCode, format: picture.rawPayload.subarray(1, 4).toString() }).toEqual({
      status: 200,
      format: 'PNG',
    })
    const calendar = await rollcall.app.inject(`${one.url}/appointment.ics`)
    expect(calendar.body).toContain('METHOD:PUBLISH')
    expect(calendar.body).toContain('DTSTART:20260330T083000Z')
    expect(calendar.body).toContain('SEQUENCE:1')
    expect(calendar.body).toContain('ORGANIZER;CN="Clínica Lisboa":mailto:notices@rollcall.invalid')
    expect(calendar.body.replaceAll('\r\n ', '')).toMatch(new RegExp(`URL;VALUE=URI:http://[^/]+${one.url}\r\n`))
  })

  serviceTest('stays the same after a repeated confirmation, and changes after a cancellation', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('confirm')
    const first = await one.token()
    await one.answer('confirm')
    expect(await one.token()).toBe(first)
    await one.answer('cancel')
    expect(await one.token()).toBeUndefined()
    await one.answer('confirm')
    const second = await one.token()
    expect(second).not.toBe(first)
    expect((await rollcall.get(byToken(second!))).statusCode).toBe(200)
    expect((await rollcall.get(byToken(first!))).json().reason).toBe('cancelled')
  })

  serviceTest('is revoked by another answer', async (rollcall) => {
    for (const [action, reason] of [
      ['cancel', 'cancelled'],
      ['reschedule', 'another-time'],
    ] as const) {
      const one = await contact(rollcall, { external_id: action })
      await one.answer('confirm')
      const token = await one.token()
      await one.answer(action)
      expect((await rollcall.get(byToken(token!))).json()).toMatchObject({ status: 410, reason })
      expect((await rollcall.post(`${byToken(token!)}/arrival`)).json().code).toBe('checkin-revoked')
    }
  })

  serviceTest('expires with the day of the appointment in the zone of the entity', async (rollcall) => {
    const one = await contact(rollcall, { params: { when: '2026-03-30T23:30:00Z', doctor: 'Ana Reis' } })
    await one.answer('confirm')
    const token = await one.token()
    rollcall.clock.time = parseInstant('2026-03-31T22:59:59Z')!
    expect((await rollcall.get(byToken(token!))).statusCode).toBe(200)
    rollcall.clock.time = parseInstant('2026-03-31T23:00:00Z')!
    expect((await rollcall.get(byToken(token!))).json().code).toBe('checkin-expired')
  })
})

describe('the page', () => {
  serviceTest('changes nothing when it is opened several times', async (rollcall) => {
    const one = await contact(rollcall)
    for (let time = 0; time < 3; time++) await Promise.all([one.open('GET'), one.open('HEAD')])
    expect({ state: await one.state(), actions: await one.actions() }).toEqual({ state: 'open', actions: [] })
  })

  serviceTest('loads nothing of others, is not cached, and sends no referrer', async (rollcall) => {
    const { headers, body } = await (await contact(rollcall)).open()
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';")
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    // The script is a file of the service: the policy forbids inline scripts.
    expect(body.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('<script src="./time-zone.js"')])
    expect(body.replace(/<script[^>]*>/, '')).not.toMatch(/src=|https?:/)
  })

  serviceTest('rejects an answer without its nonce, from another link, or from another site', async (rollcall) => {
    const [one, other] = [await contact(rollcall), await contact(rollcall, { external_id: 'A-2' })]
    const answers = [
      await one.send({ answer: 'confirm' }),
      await one.send({ answer: 'confirm', nonce: other.nonce }),
      await one.send({ answer: 'confirm', nonce: one.nonce }, { 'sec-fetch-site': 'cross-site' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
    expect((await one.send({ answer: 'arrive', nonce: one.nonce })).statusCode).toBe(422)
    expect((await one.answer('reschedule', 'x'.repeat(501))).statusCode).toBe(422)
    expect(await one.state()).toBe('open')
  })

  serviceTest('reports an unknown link in the language of the browser', async ({ app }) => {
    for (const url of ['/a/nothing', '/a/clinica-lisboa.00000000000000000000', '/a/%00', '/a/x/qr.png']) {
      const page = await app.inject({ url, headers: { 'accept-language': 'fr-CH, en;q=0.5' } })
      expect({
        status: page.statusCode,
        isTold: page.body.includes(wordsOf('answer-page', 'fr').unknown.title),
      }).toEqual({
        status: 404,
        isTold: true,
      })
    }
  })

  serviceTest('answers a malformed form with an HTML page, and not with a 500', async (rollcall) => {
    const one = await contact(rollcall)
    for (const [type, payload] of [
      ['application/json', '{'],
      ['multipart/form-data', 'x'],
      ['application/x-www-form-urlencoded', 'x'.repeat(20_000)],
    ]) {
      const page = await rollcall.postForm(one.url, payload!, { 'content-type': type! })
      expect(page.statusCode).toBeLessThan(500)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  serviceTest('rejects a form that is not UTF-8', async (rollcall) => {
    const one = await contact(rollcall)
    const fields = `nonce=${one.nonce}&answer=reschedule&wish=`
    for (const wish of ['caf\xe9', 'caf%E9', '%ED%A0%80', '%C0%AF', '%C3']) {
      const answer = await rollcall.postForm(one.url, Buffer.from(fields + wish, 'latin1'))
      expect({ wish, status: answer.statusCode }).toEqual({ wish, status: 400 })
      expect(answer.body).toContain(textOf(wordsOf('answer-page', 'en').notTaken.title))
    }
    expect(await one.state()).toBe('open')
    await one.answer('reschedule', 'Às 9 + 10 % → 🙂')
    expect((await rollcall.get(`${notifications}/${one.id}`)).json().wish).toBe('Às 9 + 10 % → 🙂')
  })

  serviceTest('that cannot be read now says so, and not that an answer was lost', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.database.engine.close()
    const page = await one.open()
    expect(page.statusCode).toBe(503)
    expect(page.body).toContain(textOf(wordsOf('answer-page', 'en').notShown.title))
  })

  serviceTest('is found by a link in upper case', async (rollcall) => {
    const { link } = await contact(rollcall)
    const [entityId, secret] = link.split('.')
    expect((await rollcall.app.inject(`/a/${entityId}.${secret!.toUpperCase()}`)).statusCode).toBe(200)
  })

  serviceTest('escapes names', async (rollcall) => {
    const doctor = `<script>alert(1)</script>"'\u202e=HYPERLINK("x")`
    const { body } = await (await contact(rollcall, { params: { when: '2026-03-30T09:30:00+01:00', doctor } })).open()
    expect(body).not.toContain('<script>')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  serviceTest("speaks the contact's language and says the clinic's time", async (rollcall) => {
    for (const language of languages) {
      const person = { external_id: 'P', name: 'A', country: 'PT', language: `${language}_PT` }
      const { body } = await (await contact(rollcall, { external_id: language, contact: person })).open()
      expect(body).toContain(`<html lang="${language}"`)
      expect(body).toContain(textOf(wordsOf('answer-page', language).states.open))
      expect(body).toContain('9:30')
    }
  })
})

describe('the page of a clinic', () => {
  const telephone = '<a href="tel:+351213000000">+351 (0)213 000-000</a>'

  serviceTest('with contact details shows its logo, address and number', async (rollcall) => {
    const one = await contact(rollcall)
    expect((await one.open()).body).not.toMatch(/<img|<address|tel:/)
    const png = await qrCodePng('logo')
    await rollcall.database.write(async (trx) => {
      await setEntity(trx, 'clinica-lisboa', { phone: '+351 (0)213 000-000', address: 'Rua <b>do Ouro</b> 12' })
      await setLogo(trx, 'clinica-lisboa', png)
    })
    const { body } = await one.open()
    expect(body).toContain(
      `<address><strong>Clínica Lisboa</strong><br>Rua &lt;b&gt;do Ouro&lt;/b&gt; 12<br>${telephone}</address>`,
    )
    const logo = `<img src="data:image/png;base64,${png.toString('base64')}" alt="">`
    for (const url of [one.url, `${one.url}/opt-out`]) expect((await rollcall.app.inject(url)).body).toContain(logo)
  })

  serviceTest('asks a contact to call if it has a number, and to get in touch if it has none', async (rollcall) => {
    const [open, confirmed] = [await contact(rollcall), await contact(rollcall, { external_id: 'A-2' })]
    await confirmed.answer('confirm')
    rollcall.clock.time = parseInstant('2026-03-30T08:30:00Z')!
    const pages = () => Promise.all([open, confirmed].map(async (one) => (await one.open()).body))
    for (const body of await pages()) {
      expect(body).not.toContain(wordsOf('answer-page', 'pt').call)
      expect(body).toContain(wordsOf('answer-page', 'pt').askClinic)
    }
    await rollcall.database.write((trx) => setEntity(trx, 'clinica-lisboa', { phone: '+351 (0)213 000-000' }))
    for (const body of await pages()) expect(body).toContain(`<p>${wordsOf('answer-page', 'pt').call} ${telephone}</p>`)
  })

  serviceTest('keeps the language that the person chose', async ({ app, ...rollcall }) => {
    const { url, link, nonce, token } = await contact({ app, ...rollcall })
    const answer = await rollcall.postForm(`${url}?lang=fr`, { answer: 'confirm', nonce })
    expect(answer.headers.location).toBe(`./${link}?lang=fr`)
    const { body } = await app.inject(`${url}?lang=fr`)
    expect(body).toContain('<html lang="fr">')
    for (const path of ['/opt-out', '/qr.png', '/appointment.ics']) expect(body).toContain(`./${link}${path}?lang=fr`)
    expect(await token()).toBeDefined()
    expect((await app.inject(`${url}/appointment.ics?lang=fr`)).body).toContain('SUMMARY:Rendez-vous')
    expect((await app.inject(`${url}/appointment.ics?lang=`)).body).toContain('SUMMARY:Consulta')
    const stopped = await rollcall.postForm(`${url}/opt-out?lang=fr`, { messages: 'stop', nonce })
    expect(stopped.headers.location).toBe('./opt-out?lang=fr')
    for (const other of ['lang=sv', 'lang=', 'lang=fr&lang=en', 'lang=__proto__', 'lang[]=fr']) {
      expect((await app.inject(`${url}?${other}`)).body).toContain('<html lang="pt">')
    }
  })
})

describe('the table of states', () => {
  const after = (event: TransitionName, state: State) => (canHappen(event, state) ? transitions[event].to : undefined)

  for (const state of notificationStates) {
    serviceTest(`records or refuses each answer to a notification that is ${state}`, async (rollcall) => {
      const put = (id: string) =>
        rollcall.database
          .updateTable('notifications')
          .set({ state, arrived_at: state === 'arrived' ? 0 : null })
          .where('notification_id', '=', id)
          .execute()

      for (const action of answerNames) {
        const one = await contact(rollcall, { external_id: action })
        await put(one.id)
        await one.answer(action)
        const next = after(action, state) ?? state
        expect([action, await one.state()]).toEqual([action, next])
        expect(await one.actions()).toHaveLength(next === state ? 0 : 1)
      }

      const arriving = await contact(rollcall, { external_id: 'arrive' })
      await arriving.answer('confirm')
      const token = await arriving.token()
      await put(arriving.id)
      const arrived = await rollcall.post(`${byToken(token!)}/arrival`)
      expect(arrived.statusCode).toBe(after('arrive', state) ? 201 : state === 'arrived' ? 409 : 410)

      const leaving = await contact(rollcall, { external_id: 'withdraw' })
      await put(leaving.id)
      const withdrawn = await rollcall.post(`${notifications}/${leaving.id}/cancellation`)
      expect(withdrawn.statusCode).toBe(after('withdraw', state) || state === 'withdrawn' ? 200 : 409)
      expect(await leaving.state()).toBe(after('withdraw', state) ?? state)
    })
  }
})
