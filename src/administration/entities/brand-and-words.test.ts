import { hash } from 'node:crypto'
import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../../test/submission.ts'

const path = '/v1/entities/clinica-lisboa'

async function change({ get, patch }: Rollcall, changes: object) {
  const { etag } = (await get(path)).headers
  return patch(path, changes, { 'if-match': String(etag) })
}

const ofMail = { addresses: [mail] }

describe('the colour of an entity', () => {
  eachEngine('is that of links and buttons in its mails, and is removed with null', async (rollcall) => {
    const { received, email } = await mailServer()
    await rollcall.given(entity())
    expect((await change(rollcall, { colour: '#0b62ab' })).json().colour).toBe('#0b62ab')
    await notify(rollcall, ofMail)
    await rollcall.deliver({ email })
    const { html } = await PostalMime.parse(received[0]!)
    expect(html).toMatch(/bgcolor="#0b62ab"/)
    expect(html).not.toContain('#4338ca')
    expect((await change(rollcall, { colour: null })).json()).not.toHaveProperty('colour')
  })

  serviceTest('is that of the answer page, whose policy permits only this style', async (rollcall) => {
    const one = await contact(rollcall)
    await change(rollcall, { colour: '#0b62ab' })
    const { body, headers } = await one.open()
    const style = /<style>(.*?)<\/style>/s.exec(body)![1]!
    expect(style).toContain('--accent: #0b62ab')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}';`)
  })

  serviceTest('has enough contrast with white text, or else the nearest colour is proposed', async (rollcall) => {
    await rollcall.given(entity())
    const reasonFor = async (colour: string) => (await change(rollcall, { colour })).json().errors[0].reason
    expect(await reasonFor('#ffcc00')).toMatch(/^has too little contrast with white text; #[0-9a-f]{6} has enough$/)
    for (const colour of ['red', '#FFF', '#0b62ab; }']) expect(await reasonFor(colour)).not.toContain('contrast')
    expect((await change(rollcall, { colour: '#0b62ab; }' })).statusCode).toBe(422)
  })
})

describe('the own sentence of an entity', () => {
  const sentence = 'Traga o seu documento.'

  eachEngine('is in the first notice of each channel that can carry it, in its language', async (rollcall) => {
    const { received, email } = await mailServer()
    await rollcall.given(entity())
    await change(rollcall, { sentences: { pt: sentence, es: 'Traiga la tarjeta.' } })
    await change(rollcall, { sentences: { es: null } })
    expect((await rollcall.get(path)).json().sentences).toEqual({ pt: sentence })
    await notify(rollcall)
    await rollcall.deliver()
    expect(rollcall.outbox('.txt')[0]).toMatch(/Traga o seu documento\. .*https:/)
    await notify(rollcall, { ...ofMail, external_id: 'A-2' })
    await rollcall.deliver({ email })
    const { html, text } = await PostalMime.parse(received[0]!)
    for (const written of [html, text]) expect(written).toContain(sentence)
    const contact = { ...item().contact, language: 'en_GB' }
    await notify(rollcall, { external_id: 'A-3', contact })
    await rollcall.deliver()
    expect(rollcall.outbox('.txt').filter((text) => text.includes('documento'))).toHaveLength(1)
    expect((await change(rollcall, { sentences: { pt: null } })).json()).not.toHaveProperty('sentences')
  })

  serviceTest('is no part of the shipped words, and is one short line', async (rollcall) => {
    await rollcall.given(entity())
    await change(rollcall, { sentences: { pt: sentence } })
    const template = '/v1/templates/clinica-lisboa/medical/appointment/pt/mobile/notice'
    expect((await rollcall.get(template)).json().text).not.toContain(sentence)
    expect((await rollcall.post(`${template}/preview`, {})).json().text).toContain(sentence)
    for (const pt of ['', 'Uma\nDuas', 'x'.repeat(121)])
      expect((await change(rollcall, { sentences: { pt } })).statusCode).toBe(422)
    expect((await change(rollcall, { sentences: { tlh: 'x' } })).statusCode).toBe(422)
  })
})

describe('the country of an entity', () => {
  const withoutCountry = () => {
    const { country: _, ...contact } = { country: 'PT', ...item().contact }
    return submission(item({ contact, addresses: [{ channel: 'mobile', uid: '612 345 678' }] }))
  }

  eachEngine('is that of telephone numbers without a country code', async (rollcall) => {
    await rollcall.given(entity())
    expect((await rollcall.post(notifications, withoutCountry())).statusCode).toBe(422)
    await change(rollcall, { country: 'ES' })
    expect((await rollcall.post(notifications, withoutCountry())).statusCode).toBe(202)
    await rollcall.deliver()
    expect(rollcall.outbox('.txt')[0]).toContain('+34612345678')
    expect((await change(rollcall, { country: 'es' })).statusCode).toBe(422)
  })

  serviceTest('is also that of an address whose messages staff stop', async (rollcall) => {
    await rollcall.given(entity())
    const stop = async (uid: string) =>
      (await rollcall.put('/v1/opt-outs/clinica-lisboa', { channel: 'mobile', uid, opted_out: true })).json()
    expect((await stop('912 345 678')).uid).toBe('+351912345678')
    await change(rollcall, { country: 'ES' })
    expect((await stop('612 345 678')).uid).toBe('+34612345678')
  })
})
