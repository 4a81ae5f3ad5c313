import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { byToken, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item } from '../../../test/submission.ts'
import { setEntity } from '../../entities/entity.ts'
import type { Names } from '../../entities/entity-properties.ts'
import { format } from '../../platform/languages/format.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { parseInstant } from '../../platform/time/instant.ts'

const words = wordsOf('answer-page', 'pt')
const exam = { params: { when: '2026-03-31T16:00:00+01:00', exam: 'Ecografia' } }
const titleOf = (body: string) => /<title>(.*)<\/title>/.exec(body)![1]
const textOf = (body: string) => body.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ')

/** The text of the page of a contact with this language and country. */
async function pageOf(rollcall: Rollcall, language: string, country: string) {
  const one = await contact(rollcall, {
    external_id: `${language} in ${country}`,
    addresses: [{ channel: 'mobile', uid: '+351912345678' }],
    contact: { ...item().contact, language, country },
    params: { when: '2026-03-30T15:30:00+01:00', doctor: 'Ana Reis' },
  })
  const { body } = await one.open()
  return { lang: /<html lang="([^"]+)"/.exec(body)![1], text: textOf(body) }
}

describe('the page names the contact', () => {
  const shown: Record<Names, string | undefined> = {
    first: 'João',
    full: 'João Silva',
    initials: 'J. S.',
    none: undefined,
  }
  serviceTest('as the entity has set', async (rollcall) => {
    const one = await contact(rollcall)
    for (const [names, name] of Object.entries(shown)) {
      await rollcall.database.write((trx) => setEntity(trx, 'clinica-lisboa', { names: names as Names }))
      const text = textOf((await one.open()).body)
      if (name === undefined) expect(text).toContain(words.notMe.offer)
      else {
        expect(text).toContain(` ${format(words.meant, { name }, 'pt')} `)
        expect(text).toContain(format(words.notMe.offerNamed, { name }, 'pt'))
      }
      expect(text.includes('João')).toBe(name?.startsWith('João') ?? false)
      expect(text.includes('Silva')).toBe(name === 'João Silva')
    }
  })

  serviceTest('so that two children with one telephone have pages of their own', async (rollcall) => {
    const pages = ['Ana', 'Rui'].map(async (name, place) => {
      const child = { external_id: `P-${place}`, name: `${name} Sousa`, language: 'pt_PT', country: 'PT' }
      return (await (await contact(rollcall, { external_id: name, contact: child })).open()).body
    })
    const [ana, rui] = await Promise.all(pages)
    expect([ana!.includes('Ana'), ana!.includes('Rui')]).toEqual([true, false])
    expect(rui).toContain(format(words.notMe.effectNamed, { name: 'Rui' }, 'pt'))
  })
})

describe('the title of the page', () => {
  serviceTest('says what the contact has answered', async (rollcall) => {
    const one = await contact(rollcall)
    const titles = [titleOf((await one.open()).body)]
    for (const answer of ['confirm', 'reschedule', 'cancel']) {
      await one.answer(answer)
      titles.push(titleOf((await one.open()).body))
    }
    expect(titles).toEqual([
      'Consulta',
      'Presença confirmada · Consulta',
      'Outra data pedida · Consulta',
      'Cancelada · Consulta',
    ])
  })
})

describe('the page writes', () => {
  serviceTest("times in the form of the contact's country", async (rollcall) => {
    expect(await pageOf(rollcall, 'en_US', 'US')).toMatchObject({
      text: expect.stringContaining('March 30, 2026 3:30 PM'),
    })
    expect(await pageOf(rollcall, 'en_GB', 'GB')).toMatchObject({
      text: expect.stringContaining('30 March 2026 15:30'),
    })
    expect((await pageOf(rollcall, 'en_US', 'PT')).text).toContain('30 March 2026 15:30')
    expect((await pageOf(rollcall, 'es_MX', 'MX')).text).toContain('3:30 p.m.')
  })

  serviceTest('Brazilian Portuguese to Brazilians', async (rollcall) => {
    const { lang, text } = await pageOf(rollcall, 'pt_BR', 'BR')
    expect(lang).toBe('pt-BR')
    expect(text).toContain(wordsOf('answer-page', 'pt-BR').states.open)
    expect(text).not.toMatch(/receção|connosco|contacto|registo|marcação/)
    const elsewhere = await rollcall.app.inject({ url: '/a/x', headers: { 'accept-language': 'pt-BR' } })
    expect(elsewhere.body).toContain(wordsOf('answer-page', 'pt-BR').unknown.title)
  })

  serviceTest('until when an exam can be answered, or its answer changed', async (rollcall) => {
    const appointment = await contact(rollcall, { external_id: 'A-2' })
    expect((await appointment.open()).body).not.toContain(words.answerBy)
    const one = await contact(rollcall, exam, 'exam')
    expect(textOf((await one.open()).body)).toContain(`${words.answerBy} segunda-feira, 30 de março de 2026 às 16:00`)
    await one.answer('confirm')
    expect(textOf((await one.open()).body)).toContain(`${words.changeBy} segunda-feira, 30 de março de 2026 às 16:00`)
    rollcall.clock.time = parseInstant('2026-03-30T15:00:00Z')!
    const { body } = await one.open()
    for (const text of [words.answerBy, words.changeBy]) expect(body).not.toContain(text)
  })

  serviceTest('the date of a vaccination once, unless it lasts several days', async (rollcall) => {
    const oneDay = { when: '2026-03-30T09:30:00+01:00', end: '2026-03-30T17:00:00+01:00', place: 'Piso 0' }
    const several = { ...oneDay, end: '2026-04-01T17:00:00+01:00' }
    const first = textOf((await (await contact(rollcall, { params: oneDay }, 'vaccination')).open()).body)
    expect(first.match(/30 de março de 2026/g)).toHaveLength(1)
    expect(first).toContain('30 de março de 2026 09:30 – 17:00')
    const second = await contact(rollcall, { external_id: 'A-2', params: several }, 'vaccination')
    const { body } = await second.open()
    expect(textOf(body)).toContain(
      'De segunda-feira, 30 de março de 2026 09:30 Até quarta-feira, 1 de abril de 2026 17:00',
    )
  })

  serviceTest('the code in groups, which the check-in accepts as they are shown', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('confirm')
    const [, shown] = /<code>(.*)<\/code>/.exec((await one.open()).body)!
    expect(shown).toMatch(/^([0-9A-Z]{5} ){4}[0-9A-Z]{6}$/)
    expect(shown!.replaceAll(' ', '')).toBe(await one.token())
    for (const typed of [shown!, shown!.replaceAll(' ', '-').toLowerCase()]) {
      expect((await rollcall.get(byToken(typed))).json()).toMatchObject({ id: one.id })
    }
  })
})

describe('a page without the visit', () => {
  serviceTest('names the clinic and its telephone number, never the contact', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.database.write((trx) => setEntity(trx, 'clinica-lisboa', { phone: '+351 213 000 000' }))
    const expectClinic = async () => {
      const { body } = await one.open('GET', { 'accept-language': 'fr' })
      for (const shown of ['<html lang="pt">', 'Clínica Lisboa', 'href="tel:+351213000000"'])
        expect(body).toContain(shown)
      expect(body).not.toMatch(/João|Silva|Ana Reis|09:30/)
    }
    await one.answer('not-me')
    await expectClinic()
    await one.answer('take-back')
    rollcall.clock.time = parseInstant('2026-03-31T09:00:00Z')!
    await expectClinic()
  })
})

describe('another language', () => {
  serviceTest('keeps what the contact has typed, and answers nothing', async (rollcall) => {
    const one = await contact(rollcall)
    const wish = '\nSegundas & <b>terças</b>'
    const switched = await rollcall.postForm(`${one.url}?lang=fr`, { nonce: one.nonce, wish, language: 'fr' })
    expect(switched.statusCode).toBe(200)
    expect(switched.body).toContain('<html lang="fr">')
    expect(switched.body).toContain('<details open><summary>')
    expect(switched.body).toContain('>\n\nSegundas &amp; &lt;b&gt;terças&lt;/b&gt;</textarea>')
    expect((await rollcall.get(`${notifications}/${one.id}`)).json()).toMatchObject({ state: 'open' })
    expect((await one.send({ language: 'fr', wish })).statusCode).toBe(403)
  })
})
