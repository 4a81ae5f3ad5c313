import { describe, expect, test } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { entity } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { bootRollcall, byDate, eachEngine, eachPage, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, notify, submission } from '../../../test/submission.ts'
import { waitingSessions } from '../../../test/waiting-sessions.ts'
import { readConfig } from '../../channels/configuration.ts'
import { encode } from '../../channels/mobile/segments.ts'
import { lockNotification } from '../../notifications/lifecycle/lock.ts'
import { canHappen, isAnswerable, transitions } from '../../notifications/lifecycle/transitions.ts'
import { withdraw } from '../../notifications/lifecycle/withdraw.ts'
import { hours, minutes } from '../../platform/time/instant.ts'
import { notificationStates, type State } from '../../visits/state.ts'
import type { UnhandledReply } from './unhandled-reply.ts'

const uid = '+351912345678'
const later = { external_id: 'A-2', params: { when: '2026-03-31T10:00:00+01:00', doctor: 'Ana Reis' } }

/** A telephone behind a real message centre, with the notices that it has received. */
async function telephone(rollcall: Rollcall, ...notices: Parameters<typeof notify>[1][]) {
  const { mobile, texts, reply, deliver } = await messageCentre(rollcall)
  const notified: Awaited<ReturnType<typeof notify>>[] = []
  for (const over of notices.length > 0 ? notices : [{}]) notified.push(await notify(rollcall, over))
  await rollcall.deliver({ mobile })
  const got = texts().length
  return {
    notified,
    deliver,
    /** Sends another notice to the telephone. */
    async notify(over: Parameters<typeof notify>[1]) {
      notified.push(await notify(rollcall, over))
      await rollcall.deliver({ mobile })
    },
    /** Sends a text from the telephone. */
    reply: async (text: string) => expect(await reply(text, uid)).toBe(0),
    /** The texts that the telephone received after its notices. */
    async answers() {
      await rollcall.deliver({ mobile })
      return texts().slice(got)
    },
    states: () => Promise.all(notified.map(async ({ status }) => (await status()).state as State)),
  }
}

const kept = async ({ get }: Rollcall) => (await get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30')).json()
const actions = async ({ get }: Rollcall) => (await get(byDate('2026-03-30'))).json()

describe('a reply', () => {
  serviceTest('that says yes is a confirmation by that number, and is acknowledged', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall)
    await reply('SIM 👍')
    expect(await states()).toEqual(['confirmed'])
    expect(await actions(rollcall)).toMatchObject([{ action: 'confirm', channel: 'mobile', uid }])
    expect(await answers()).toEqual([
      expect.stringMatching(
        /^Clinica Lisboa: Joao, presenca confirmada: consulta seg 30 mar 09:30\. .*https:\/\/rollcall\.test\/a\//,
      ),
    ])
    expect(await kept(rollcall)).toEqual([])
  })

  serviceTest('may be changed by another: each change is an action, a repeated reply is none', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall)
    for (const text of ['sim', 'Sim.', 'não', 'outra']) await reply(text)
    expect(await states()).toEqual(['rescheduling'])
    expect((await actions(rollcall)).map(({ action }: { action: string }) => action)).toEqual([
      ...['confirm', 'cancel', 'reschedule'],
    ])
    expect(await answers()).toHaveLength(1)
  })

  serviceTest('to two notices gets a question, which a number answers', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall, {}, later)
    await reply('sim')
    expect(await states()).toEqual(['open', 'open'])
    expect(await answers()).toEqual([
      'SIM para qual? 1 = Joao, Clinica Lisboa seg 30 mar 09:30; 2 = Joao, Clinica Lisboa ter 31 mar 10:00. Por favor, responda com o numero.',
    ])
    await reply('2')
    expect(await states()).toEqual(['open', 'confirmed'])
    await reply('1.')
    expect(await states()).toEqual(['confirmed', 'confirmed'])
    await reply('não 1')
    expect(await states()).toEqual(['cancelled', 'confirmed'])
    await reply('3')
    expect(await kept(rollcall)).toMatchObject([{ read_as: 'confirm' }, { text: '3', read_as: 'number' }])
  })

  eachEngine('that a gateway sends five times is stored once, and again after another text', async (rollcall) => {
    const { reply } = await telephone(rollcall)
    await Promise.all(Array.from({ length: 5 }, () => reply('Posso levar o meu filho?')))
    expect(await kept(rollcall)).toMatchObject([{ text: 'Posso levar o meu filho?' }])
    await reply('Obrigada')
    await reply('Posso levar o meu filho?')
    expect(await kept(rollcall)).toHaveLength(3)
    rollcall.clock.time += minutes(10)
    await reply('Posso levar o meu filho?')
    expect(await kept(rollcall)).toHaveLength(4)
  })

  serviceTest('by number refers to the question that the contact got, not to later notices', async (rollcall) => {
    const { reply, states, notify } = await telephone(rollcall, {}, later)
    await reply('nao')
    await notify({ external_id: 'A-3', params: { when: '2026-03-30T09:00:00Z', doctor: 'Rui' } })
    await reply('nao')
    await reply('1')
    expect(await states()).toEqual(['cancelled', 'open', 'open'])
    await reply('3')
    expect(await states()).toEqual(['cancelled', 'open', 'cancelled'])
  })

  serviceTest('by number is not understood after a day', async (rollcall) => {
    const { reply, states } = await telephone(rollcall, later, { ...later, external_id: 'A-3' })
    await reply('nao')
    rollcall.clock.time += hours(24)
    await reply('1')
    expect(await states()).toEqual(['open', 'open'])
  })

  serviceTest('gets a question although a notice of the list was withdrawn', async (rollcall) => {
    const { reply, answers, notified } = await telephone(rollcall, {}, later, { ...later, external_id: 'A-3' })
    await reply('nao')
    await rollcall.post(`/v1/notifications/clinica-lisboa/${notified[0]!.id}/cancellation`)
    expect(await answers()).toContainEqual(expect.stringMatching(/^NAO para qual\? 2 = .*; 3 = /))
  })

  serviceTest('to one entity is not visible to another', async (rollcall) => {
    const { reply } = await telephone(rollcall)
    await rollcall.given(entity({ id: 'clinica-porto', name: 'Porto' }))
    rollcall.clock.time += minutes(1)
    await rollcall.post('/v1/notifications/clinica-porto', submission(item(later)))
    await rollcall.deliver()
    await reply('Tomo os comprimidos antes?')
    expect(await kept(rollcall)).toEqual([])
    const porto = await rollcall.get('/v1/replies/clinica-porto/bydate/2026-03-30/2026-03-30')
    expect(porto.json()).toMatchObject([{ text: 'Tomo os comprimidos antes?' }])
  })

  serviceTest('to a superseded notice is kept for staff when the newer notice was not sent', async (rollcall) => {
    const { reply } = await telephone(rollcall)
    const newer = await notify(rollcall, { ...later, external_id: 'A-1001', send_at: '2026-03-30T12:00:00Z' })
    await reply('sim')
    expect((await newer.status()).state).toBe('open')
    expect(await kept(rollcall)).toMatchObject([{ text: 'sim', read_as: 'confirm' }])
  })

  serviceTest('that is a part of a longer text is kept for staff', async (rollcall) => {
    const { deliver, states } = await telephone(rollcall)
    const header = Buffer.from([5, 0, 3, 7, 2, 2])
    const part = { udh: header, message: 'nao' }
    expect(await deliver({ source_addr: '351912345678', esm_class: 0x40, short_message: part })).toBe(0)
    expect(await states()).toEqual(['open'])
    expect(await kept(rollcall)).toMatchObject([{ text: 'nao', read_as: 'unclear' }])
  })

  serviceTest('is read in every data coding', async (rollcall) => {
    for (const data_coding of [0, 1, 2, 3, 4, 0x12, 0xf0, 0xf2, 0xf4]) {
      const { deliver, states } = await telephone(rollcall, { external_id: `A-${data_coding}` })
      const text = { source_addr: '351912345678', data_coding, short_message: Buffer.from('SIM') }
      expect(await deliver(text)).toBe(0)
      expect(await states()).toEqual(['confirmed'])
    }
  })

  serviceTest('of a family with one number gets a question with names', async (rollcall) => {
    const son = { external_id: 'P-78', name: 'Rui Silva', language: 'pt_PT', country: 'PT' }
    const { reply, answers } = await telephone(rollcall, {}, { ...later, contact: son })
    await reply('nao')
    expect((await answers())[0]).toMatch(/^NAO para qual\? 1 = Joao, .*; 2 = Rui, .*\./)
  })

  serviceTest('answers the open notice, not an answered one', async (rollcall) => {
    const { reply, states } = await telephone(rollcall, {}, later)
    await reply('sim')
    await reply('1')
    await reply('nao')
    expect(await states()).toEqual(['confirmed', 'cancelled'])
  })

  serviceTest('that names another time is a wish', async (rollcall) => {
    const { reply, states, notified } = await telephone(rollcall)
    await reply('OUTRA DATA: sexta à tarde')
    expect(await states()).toEqual(['rescheduling'])
    expect((await notified[0]!.status()).wish).toBe('OUTRA DATA: sexta à tarde')
  })

  serviceTest('does not answer a notice that was not sent', async (rollcall) => {
    const { reply, mobile } = await messageCentre(rollcall)
    const deliver = () => rollcall.deliver({ mobile })
    await notify(rollcall)
    await deliver()
    await reply('stop')
    const unheard = await notify(rollcall, later)
    await deliver()
    await reply('start')
    await reply('sim')
    expect((await unheard.status()).state).toBe('open')
    expect(await actions(rollcall)).toHaveLength(1)
  })

  serviceTest('that is not an answer is kept for staff', async (rollcall) => {
    const { reply, states, answers, notified } = await telephone(rollcall)
    await reply('Posso levar o meu cão?')
    expect(await states()).toEqual(['open'])
    expect(await answers()).toEqual([])
    expect(await kept(rollcall)).toEqual([
      {
        id: expect.any(String),
        received_at: '2026-03-30T08:00:00.000000+00:00',
        notification_id: notified[0]!.id,
        channel: 'mobile',
        uid,
        text: 'Posso levar o meu cão?',
        read_as: 'unclear',
      },
    ])
  })

  serviceTest('lists the visits with its number, if it is not about one visit', async (rollcall) => {
    const son = { external_id: 'P-78', name: 'Rui Silva', language: 'pt_PT', country: 'PT' }
    const { reply, notified } = await telephone(rollcall, {}, { ...later, contact: son })
    const [father, child] = notified
    await reply('Posso trocar?')
    const ofChild = { notification_id: child!.id, name: 'Rui Silva', state: 'open', starts_at: expect.any(String) }
    const ofFather = { ...ofChild, notification_id: father!.id, name: 'João Silva' }
    const [{ notification_id, candidates }] = await kept(rollcall)
    expect(notification_id).toBeUndefined()
    expect(candidates).toEqual([ofChild, ofFather])
    const other = { addresses: [{ channel: 'mobile' as const, uid: '+351914000111' }] }
    await notify(rollcall, { ...later, contact: son, ...other })
    expect((await kept(rollcall))[0].candidates).toEqual([ofFather])
    await notify(rollcall, { params: { ...later.params, when: '2026-03-31T11:00:00+01:00' }, ...other })
    expect((await kept(rollcall))[0].candidates).toEqual([])
  })

  serviceTest('that comes too late is kept for staff', async (rollcall) => {
    const { reply, states } = await telephone(rollcall)
    rollcall.clock.time += hours(1)
    await reply('sim')
    expect(await states()).toEqual(['open'])
    expect(await kept(rollcall)).toMatchObject([{ text: 'sim', read_as: 'confirm' }])
  })

  serviceTest('from an unknown number changes nothing', async (rollcall) => {
    const { reply } = await messageCentre(rollcall)
    const { status } = await notify(rollcall)
    expect(await reply('sim')).toBe(0)
    expect((await status()).state).toBe('open')
    expect(rollcall.logged.join()).not.toContain('912345678')
  })

  eachEngine('is listed once over several pages', async (rollcall) => {
    const { reply } = await telephone(rollcall)
    for (let count = 0; count < 7; count++) {
      await reply(`olá ${count}`)
      rollcall.clock.time += count % 2
    }
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const path = '/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30'
    const pages = await eachPage(rollcall, `${path}?limit=2`)
    const texts = pages.flatMap((page) => page.json().map(({ text }: { text: string }) => text))
    // Replies of the same instant are in any order.
    expect(texts.toSorted()).toEqual(Array.from({ length: 7 }, (_, count) => `olá ${count}`))
    const all = await Array.fromAsync(client.replies('clinica-lisboa', '2026-03-30', '2026-03-30'))
    expect(all.map(({ text }) => text)).toEqual(texts)
  })

  serviceTest('is a row of CSV, with its text neutralised, on each page', async (rollcall) => {
    const { reply } = await telephone(rollcall)
    for (const text of ['=1+1', 'Olá, "Ana"']) {
      await reply(text)
      rollcall.clock.time += minutes(1)
    }
    const path = '/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30'
    const csv = async (query = '') => (await rollcall.get(path + query, { accept: 'text/csv' })).body.split('\r\n')
    const [columns, formula, quoted, end] = await csv()
    expect(columns).toBe(
      'id,received_at,notification_id,channel,uid,text,read_as,read.at,read.by,answered.at,answered.by,answered.text',
    )
    expect(formula).toMatch(/,mobile,'\+351\d+,'=1\+1,unclear,,,,,$/)
    expect(quoted).toContain(`,"Olá, ""Ana""",unclear,,,,,`)
    expect(end).toBe('')
    expect(await csv('?limit=1')).toEqual([columns, formula, ''])
    expect((await rollcall.get(path, { accept: 'image/png' })).json().code).toBe('not-acceptable')
  })

  eachEngine('is marked as read, listed and counted by the mark, until the mark is removed', async (rollcall) => {
    const { get, put, clock, given, database } = rollcall
    const { reply } = await telephone(rollcall)
    for (const text of ['Olá', 'Há estacionamento?']) {
      await reply(text)
      clock.time += minutes(1)
    }
    const path = '/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30'
    const listed = async (query: string) => (await get(path + query)).json().map(({ text }: UnhandledReply) => text)
    const count = async (query = '') => (await get(`${path}/count${query}`)).json().count
    const [first] = await kept(rollcall)
    const mark = (read: unknown, headers = {}, entityId = 'clinica-lisboa', id = first.id) =>
      put(`/v1/replies/${entityId}/${id}/read`, { read }, headers)

    const marked = await mark(true)
    expect(marked.statusCode).toBe(200)
    expect(marked.json()).toEqual({ ...first, read: { at: expect.stringMatching(/^2026-03-30T/), by: 'test' } })
    clock.time += minutes(1)
    expect((await mark(true)).json()).toEqual(marked.json())
    expect((await kept(rollcall))[0]).toEqual(marked.json())
    expect([await listed('?read=true'), await listed('?read=false')]).toEqual([['Olá'], ['Há estacionamento?']])
    expect([await count(), await count('?read=true'), await count('?read=false')]).toEqual([2, 1, 1])
    expect((await get(`${path}?read=false&limit=1`)).headers.link).toBeUndefined()
    for (let repeated = 0; repeated < 2; repeated++) expect((await mark(false)).json()).toEqual(first)
    expect(await count('?read=false')).toBe(2)
    expect((await eachPage(rollcall, `${path}?read=false&limit=1`)).flatMap((page) => page.json())).toHaveLength(2)

    await given(entity({ id: 'other' }))
    for (const unknown of [await mark(true, {}, 'other'), await mark(true, {}, 'clinica-lisboa', 'none')]) {
      expect(unknown.json()).toMatchObject({ status: 404, code: 'reply-not-found' })
    }
    expect((await mark(1)).json()).toMatchObject({ status: 422, code: 'invalid-body' })
    expect((await get(`${path}?read=1`)).json()).toMatchObject({ errors: [{ parameter: 'read' }] })
    const none = await database.selectFrom('replies').select('read_by').where('read_at', 'is not', null).execute()
    expect(none).toEqual([])
  })
})

describe('a text that can mean the visit or the messages', () => {
  const question =
    'Clinica Lisboa: para cancelar a marcacao, responda NAO. Para nao receber mais mensagens, responda STOP.'

  serviceTest('gets a question once, in one segment, and changes nothing', async (rollcall) => {
    const { reply, states, answers, notified } = await telephone(rollcall)
    await reply('cancelar')
    expect(await answers()).toEqual([question])
    expect(encode(question, 0).segments).toHaveLength(1)
    await reply('CANCEL!')
    expect(await answers()).toEqual([question])
    expect([await states(), await actions(rollcall)]).toEqual([['open'], []])
    expect((await rollcall.get('/v1/opt-outs/clinica-lisboa')).json()).toEqual([])
    const about = { read_as: 'cancel-or-stop', notification_id: notified[0]!.id }
    expect(await kept(rollcall)).toMatchObject([
      { text: 'cancelar', ...about },
      { text: 'CANCEL!', ...about },
    ])
  })

  serviceTest('cancels the visit if the contact then replies NO', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall)
    await reply('cancelar')
    expect(await answers()).toEqual([question])
    await reply('NÃO')
    expect(await states()).toEqual(['cancelled'])
    expect(await answers()).toHaveLength(2)
    await reply('cancelar')
    expect(await answers()).toHaveLength(2)
  })

  serviceTest('opts out if the contact then replies STOP', async (rollcall) => {
    const { reply, states } = await telephone(rollcall)
    await reply('cancelar')
    await reply('STOP')
    expect(await states()).toEqual(['open'])
    expect((await rollcall.get('/v1/opt-outs/clinica-lisboa')).json()).toMatchObject([{ uid, reason: 'opt-out' }])
  })

  serviceTest('leads to the question which visit if the contact has several', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall, {}, later)
    await reply('cancel')
    expect(await answers()).toEqual([question])
    await reply('no')
    expect(await answers()).toEqual([question, expect.stringContaining('1 =')])
    await reply('cancelar 2')
    expect(await states()).toEqual(['open', 'cancelled'])
  })
})

serviceTest('a text with characters that databases refuse is understood and stored without them', async (rollcall) => {
  const { deliver, states, notified } = await telephone(rollcall)
  for (const text of ['OUTRA DATA\0 quinta\x07\ud83d', 'Há parque\0\x1b?']) {
    const message = Buffer.from(text, 'utf16le').swap16()
    const pdu = { source_addr: uid.slice(1), source_addr_ton: 1, data_coding: 8, short_message: { message } }
    expect(await deliver(pdu)).toBe(0)
  }
  expect(await states()).toEqual(['rescheduling'])
  expect((await notified[0]!.status()).wish).toBe('OUTRA DATA quinta\ufffd')
  expect(await kept(rollcall)).toMatchObject([{ text: 'Há parque?' }])
})

describe('an opt-out', () => {
  serviceTest('is honoured until an opt-in, is no answer, and is kept', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall)
    await reply('Stop!')
    expect(await states()).toEqual(['open'])
    expect(await actions(rollcall)).toEqual([])
    expect(await kept(rollcall)).toMatchObject([{ text: 'Stop!', read_as: 'stop' }])

    const refused = await notify(rollcall, later)
    expect(await answers()).toEqual([])
    expect(await refused.delivery()).toMatchObject({ state: 'stopped', reason: 'opted out' })

    await reply('START')
    await notify(rollcall, { ...later, external_id: 'A-3' })
    expect(await answers()).toHaveLength(1)
  })

  serviceTest('does not stop mail', async (rollcall) => {
    await (await telephone(rollcall)).reply('stop')
    const { delivery } = await notify(rollcall, { ...later, addresses: [{ channel: 'email', uid: 'a@example.org' }] })
    await rollcall.deliver()
    expect((await delivery()).state).toBe('sent')
  })

  serviceTest('still allows answers to earlier notices', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall)
    for (const text of ['stop', 'sim']) await reply(text)
    expect(await states()).toEqual(['confirmed'])
    expect(await answers()).toEqual([])
  })
})

describe('a reply to another notice than the latest', () => {
  test('waits for a submission that has locked its notification, without a deadlock', async () => {
    const rollcall = await bootRollcall({ engine: 'postgres' })
    const { notified, states } = await telephone(rollcall, {}, later)
    const [earlier, latest] = notified.map(({ id }) => id) as [string, string]
    await rollcall.post(`/v1/notifications/clinica-lisboa/${latest}/answer`, { action: 'confirm' })
    let reply: Promise<void> | undefined
    await rollcall.database.write(async (task) => {
      await lockNotification(task, { entityId: 'clinica-lisboa', id: earlier })
      reply = rollcall.incoming.reply({ uid, text: 'sim', isPart: false })
      await expect.poll(() => waitingSessions(rollcall.database)).toBeGreaterThan(0)
      await lockNotification(task, { entityId: 'clinica-lisboa', id: latest })
    })
    await reply
    expect(await states()).toEqual(['confirmed', 'confirmed'])
  })
})

describe('a reply while the clinic withdraws the visit', () => {
  test('is kept for staff', async () => {
    const rollcall = await bootRollcall({ engine: 'postgres' })
    const { database, secret, clock, incoming } = rollcall
    const { notified, states } = await telephone(rollcall, {}, later)
    const [earlier, latest] = notified.map(({ id }) => id) as [string, string]
    await rollcall.post(`/v1/notifications/clinica-lisboa/${latest}/answer`, { action: 'confirm' })
    let reply: Promise<void> | undefined
    // The withdrawal commits only after the reply waits for its lock.
    await database.write(async (holder) => {
      const key = { entityId: 'clinica-lisboa', id: earlier }
      await withdraw(holder, { secret, config: readConfig({}) }, key, 'test', clock.now())
      reply = incoming.reply({ uid, text: 'nao', isPart: false })
      await expect.poll(() => waitingSessions(database)).toBeGreaterThan(0)
    })
    await reply
    expect(await states()).toEqual(['withdrawn', 'confirmed'])
    expect(await kept(rollcall)).toMatchObject([{ text: 'nao', read_as: 'cancel', notification_id: earlier }])
  })
})

describe('a thumb', () => {
  eachEngine('says yes to the only open notice', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall)
    await reply('👍🏽')
    expect(await states()).toEqual(['confirmed'])
    expect(await actions(rollcall)).toMatchObject([{ action: 'confirm', channel: 'mobile', uid }])
    expect(await answers()).toEqual([expect.stringMatching(/^Clinica Lisboa: Joao, presenca confirmada/)])
    expect(await kept(rollcall)).toEqual([])
  })

  serviceTest('is kept for staff if two notices are open', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall, {}, later)
    await reply('✅')
    expect([await states(), await answers()]).toEqual([['open', 'open'], []])
    expect(await kept(rollcall)).toMatchObject([{ text: '✅', read_as: 'unclear' }])
  })

  serviceTest('to the message about a cancellation confirms nothing', async (rollcall) => {
    const { reply, states, answers } = await telephone(rollcall, {}, later)
    for (const text of ['nao', '1']) await reply(text)
    expect(await answers()).toHaveLength(2)
    await reply('👍')
    expect(await states()).toEqual(['cancelled', 'open'])
    expect(await kept(rollcall)).toMatchObject([{ text: 'nao' }, { text: '👍', read_as: 'unclear' }])
  })

  serviceTest('to the words of staff, or about a withdrawn visit, is kept for them', async (rollcall) => {
    const { reply, states, answers, notified } = await telephone(rollcall)
    await reply('Posso ir às 10?')
    const [{ id }] = await kept(rollcall)
    await rollcall.post(`/v1/replies/clinica-lisboa/${id}/answer`, { text: 'Sim, às 10.' })
    expect(await answers()).toEqual(['Sim, às 10.'])
    await reply('👍')
    expect(await states()).toEqual(['open'])
    await rollcall.post(`/v1/notifications/clinica-lisboa/${notified[0]!.id}/cancellation`)
    await answers()
    await reply('👍👍')
    expect(await states()).toEqual(['withdrawn'])
    expect((await kept(rollcall)).slice(1)).toMatchObject([{ text: '👍' }, { text: '👍👍' }])
  })

  serviceTest('that telephones write as a text about the message is kept for staff', async (rollcall) => {
    const { reply, states } = await telephone(rollcall)
    const tapbacks = [
      ...[
        'Liked “Clinica Lisboa: ...”',
        'Reacted 👍 to “Clinica Lisboa”',
        '\u200a\u200b👍\u200b to "\u200aClinica\u200a"\u200a',
      ],
      ...[
        'Gostou de “Clinica”',
        'A aimé « Clinica »',
        'Le gustó “Clinica”',
        '„Clinica“ gefällt mir',
        'Removed a like from “Sim”',
      ],
    ]
    for (const text of tapbacks) await reply(text)
    expect(await states()).toEqual(['open'])
    expect(await kept(rollcall)).toHaveLength(tapbacks.length)
  })
})

describe('the table of states, by text message', () => {
  for (const state of notificationStates) {
    const next = canHappen('confirm', state) ? transitions.confirm.to : undefined
    serviceTest(`confirm, ${state}: ${next ?? (isAnswerable(state) ? 'unchanged' : 'refused')}`, async (rollcall) => {
      const phone = await telephone(rollcall)
      await rollcall.database.updateTable('notifications').set({ state }).execute()
      await phone.reply('yes')
      expect(await phone.states()).toEqual([next ?? state])
      expect(await actions(rollcall)).toHaveLength(next ? 1 : 0)
      expect(await kept(rollcall)).toHaveLength(isAnswerable(state) ? 0 : 1)
    })
  }
})
