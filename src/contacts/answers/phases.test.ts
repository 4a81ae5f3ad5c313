import { describe, expect } from 'vitest'
import { type Contact, contact, notifications } from '../../../test/contact.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item } from '../../../test/submission.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { type Instant, parseInstant } from '../../platform/time/instant.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { plugins } from '../../visits/plugins/registry.ts'

const words = wordsOf('answer-page', 'pt')
const at = (text: string): Instant => parseInstant(text)!
const exam = { params: { when: '2026-03-31T16:00:00+01:00', exam: 'Ecografia', place: 'Piso 2' } }

const answersOn = (page: string) =>
  [...page.matchAll(/name="answer" value="(\w+)"/g)].map(([, name]) => name).filter((name) => name !== 'not-me')

const statusOf = ({ statusCode }: { statusCode: number }) => statusCode

const timesOn = (page: string) =>
  [...page.matchAll(/(<s>)?<time datetime="([^"]+)">/g)].map(([, struck, time]) => (struck ? `not ${time}` : time))

const files = ({ app }: Rollcall, { url }: Contact) =>
  Promise.all(['qr.png', 'appointment.ics'].map(async (file) => statusOf(await app.inject(`${url}/${file}`))))

describe('the page', () => {
  for (const { target, answers, submittedParams } of plugins) {
    serviceTest(`of medical/${target} offers and takes only its own answers`, async (rollcall) => {
      rollcall.clock.time = at('2026-03-01T08:00:00Z')
      const [params] = (submittedParams as { examples?: Record<string, string>[] }).examples!
      const one = await contact(rollcall, { params: params! }, target)
      expect(answersOn((await one.open()).body)).toEqual(answers)
      for (const name of answerNames) {
        expect(statusOf(await one.answer(name))).toBe(answers.includes(name) ? 303 : 422)
      }
    })
  }

  serviceTest('accepts no answer after the plugin closes answers, and keeps a confirmation', async (rollcall) => {
    const open = await contact(rollcall, exam, 'exam')
    const confirmed = await contact(rollcall, { ...exam, external_id: 'A-2' }, 'exam')
    await confirmed.answer('confirm')
    rollcall.clock.time = at('2026-03-30T15:00:00Z') - 1
    expect(answersOn((await open.open()).body)).toEqual(answerNames)

    rollcall.clock.time += 1
    for (const [one, state] of [
      [open, 'open'],
      [confirmed, 'confirmed'],
    ] as const) {
      const refused = await one.answer('cancel')
      expect({ status: refused.statusCode, location: refused.headers.location }).toEqual({
        status: 303,
        location: `./${one.link}`,
      })
      expect(await one.state()).toBe(state)
      const { body } = await one.open()
      expect(answersOn(body)).toEqual([])
      expect(body).toContain('Ecografia')
    }
    expect((await open.open()).body).toContain(words.states.closed)
    const { body } = await confirmed.open()
    for (const sentence of [words.states.confirmed, words.changesClosed, words.showAtDesk])
      expect(body).toContain(sentence)
    expect(await files(rollcall, confirmed)).toEqual([200, 200])
  })

  serviceTest('shows less and less after the visit, and in the end only that it is over', async (rollcall) => {
    const one = await contact(rollcall)
    const asked = await contact(rollcall, { external_id: 'A-2' })
    await one.answer('confirm')
    await asked.answer('reschedule', 'Segunda')

    rollcall.clock.time = at('2026-03-30T09:00:00Z') - 1
    expect((await one.open()).body).toContain('Ana Reis')
    expect((await asked.open()).body).toContain('Segunda')

    rollcall.clock.time += 1
    const ended = (await one.open()).body
    for (const shown of [words.states.confirmed, words.showAtDesk, 'Clínica Lisboa']) expect(ended).toContain(shown)
    for (const hidden of ['Ana Reis', 'Cardiologia', words.changesClosed, 'appointment.ics']) {
      expect(ended).not.toContain(hidden)
    }
    expect((await asked.open()).body).not.toContain('Segunda')
    expect(await files(rollcall, one)).toEqual([200, 404])

    rollcall.clock.time = at('2026-03-30T23:00:00Z')
    const past = (await one.open()).body
    expect(past).toContain(words.states.past)
    for (const hidden of ['Ana Reis', words.states.confirmed, words.showAtDesk]) expect(past).not.toContain(hidden)
    expect(await files(rollcall, one)).toEqual([404, 404])

    rollcall.clock.time = at('2026-03-31T09:00:00Z') - 1
    expect(statusOf(await one.open())).toBe(200)
    rollcall.clock.time += 1
    for (const { open, answer, state } of [one, asked]) {
      const before = await state()
      const over = await open()
      expect({ status: over.statusCode, isTold: over.body.includes(words.over.title) }).toEqual({
        status: 410,
        isTold: true,
      })
      expect(over.body).toContain('Clínica Lisboa')
      for (const hidden of ['Ana Reis', 'João', '2026', '<form']) expect(over.body).not.toContain(hidden)
      expect(statusOf(await answer('cancel'))).toBe(303)
      expect(await state()).toBe(before)
    }
    expect(await files(rollcall, one)).toEqual([404, 404])
  })

  serviceTest('of a campaign shows its start and its end, and takes answers until the end', async (rollcall) => {
    const params = { when: '2026-03-30T09:30:00+01:00', end: '2026-04-01T17:00:00+01:00', place: 'Piso 0' }
    const one = await contact(rollcall, { params }, 'vaccination')
    expect(timesOn((await one.open()).body)).toEqual(['2026-03-30T08:30:00Z', '2026-04-01T16:00:00Z'])
    rollcall.clock.time = at('2026-04-01T16:00:00Z') - 1
    await one.answer('confirm')
    expect(await one.state()).toBe('confirmed')
    rollcall.clock.time += 1
    const { body } = await one.open()
    expect(body).not.toContain('Piso 0')
    expect(body).toContain(words.showAtDesk)
    rollcall.clock.time = at('2026-04-01T23:00:00Z')
    expect((await one.open()).body).toContain(words.states.past)
  })

  serviceTest('of a withdrawn visit says that the clinic withdrew it', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.post(`${notifications}/${one.id}/cancellation`)
    expect(statusOf(await one.answer('confirm'))).toBe(303)
    expect(await one.state()).toBe('withdrawn')
    const page = await one.open()
    expect({ status: page.statusCode, isTold: page.body.includes(words.states.withdrawn) }).toEqual({
      status: 410,
      isTold: true,
    })
    rollcall.clock.time = at('2026-03-31T09:00:00Z')
    expect((await one.open()).body).toContain(words.over.title)
  })
})

describe('the page of a visit that was moved', () => {
  const [first, second, third] = ['2026-03-30T09:30:00+01:00', '2026-03-31T10:00:00+01:00', '2026-04-02T11:00:00+01:00']
  const linkOn = (page: string) => /<a href="\.\/([^"/]+)"/.exec(page)?.[1]

  /** Submits the visit with another start. */
  const move = (rollcall: Rollcall, when: string, over: Parameters<typeof contact>[1] = {}) =>
    contact(rollcall, { params: { ...item().params, when }, ...over })

  serviceTest('shows the old and the new time, and leads to the new page', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('confirm')
    const next = await move(rollcall, second)
    await one.answer('cancel')
    expect(await one.state()).toBe('superseded')
    const { statusCode, body } = await one.open()
    expect(statusCode).toBe(410)
    expect(body).toContain(words.states.moved)
    expect(body).not.toContain('Ana Reis')
    expect(answersOn(body)).toEqual([])
    expect(timesOn(body)).toEqual(['not 2026-03-30T08:30:00Z', '2026-03-31T09:00:00Z'])
    expect(linkOn(body)).toBe(next.link)
    expect(await files(rollcall, one)).toEqual([404, 404])
  })

  serviceTest('names the latest time when the visit was moved several times', async (rollcall) => {
    const one = await contact(rollcall)
    const next = await move(rollcall, second)
    const last = await move(rollcall, third)
    for (const [old, time] of [
      [one, '2026-03-30T08:30:00Z'],
      [next, '2026-03-31T09:00:00Z'],
    ] as const) {
      const { body } = await old.open()
      expect(timesOn(body)).toEqual([`not ${time}`, '2026-04-02T10:00:00Z'])
      expect(linkOn(body)).toBe(last.link)
    }
    const back = await move(rollcall, first)
    const { body } = await one.open()
    expect(body).toContain(words.states.superseded)
    expect(timesOn(body)).toEqual(['2026-03-30T08:30:00Z'])
    expect(linkOn(body)).toBe(back.link)
  })

  serviceTest('shows nothing to an address that the new notification does not have', async (rollcall) => {
    const one = await contact(rollcall)
    await move(rollcall, second, { addresses: [{ channel: 'mobile', uid: '+351911111111' }] })
    const { statusCode, body } = await one.open()
    expect(statusCode).toBe(410)
    expect(body).toContain(wordsOf('answer-page', 'en').ended.title)
    expect([timesOn(body), linkOn(body)]).toEqual([[], undefined])
  })

  serviceTest('says that the clinic withdrew the visit after it was moved', async (rollcall) => {
    const one = await contact(rollcall)
    const next = await move(rollcall, second)
    await rollcall.post(`${notifications}/${next.id}/cancellation`)
    const { statusCode, body } = await one.open()
    expect({ statusCode, isTold: body.includes(words.states.withdrawn) }).toEqual({ statusCode: 410, isTold: true })
    expect(timesOn(body)).toEqual(['not 2026-03-30T08:30:00Z'])
  })

  serviceTest('needs as many database reads after twelve moves as after two', async (rollcall) => {
    const reads = async () => {
      const { body } = await rollcall.get('/metrics')
      return Number(/rollcall_database_wait_seconds_count\{kind="read"\} (\d+)/.exec(body)![1])
    }
    const one = await contact(rollcall)
    const costs: number[] = []
    for (const moves of [2, 10]) {
      for (let count = 0; count < moves; count++) await move(rollcall, count % 2 === 0 ? second : third)
      const before = await reads()
      expect(timesOn((await one.open()).body)).toContain('2026-04-02T10:00:00Z')
      costs.push((await reads()) - before)
    }
    expect(costs[1]).toBe(costs[0])
  })

  serviceTest('ends with the new visit, not with the old one', async (rollcall) => {
    const one = await contact(rollcall)
    await move(rollcall, third)
    rollcall.clock.time = at('2026-04-01T08:00:00Z')
    expect((await one.open()).body).toContain(words.states.moved)
    rollcall.clock.time = at('2026-04-03T10:30:00Z')
    expect((await one.open()).body).toContain(words.over.title)
  })
})
