import { describe, expect } from 'vitest'
import { contact, notificationRow, notifications, setTime } from '../../../test/contact.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { notify } from '../../../test/submission.ts'
import { wordsOf } from '../../platform/languages/words.ts'

/** The text of a page, without its tags. */
const textOf = (page: string) => page.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')

const words = wordsOf('answer-page', 'pt')
const tuesday = '2026-04-07T09:00:00+01:00'
const wednesday = '2026-04-08T14:30:00+01:00'
const slots = [wednesday, tuesday]
const utc = { tuesday: '2026-04-07T08:00:00Z', wednesday: '2026-04-08T13:30:00Z' }
const written = { tuesday: '2026-04-07T08:00:00.000000+00:00', wednesday: '2026-04-08T13:30:00.000000+00:00' }

type Fields = { wish?: string; slot?: string }
type One = Awaited<ReturnType<typeof contact>>

const take = ({ send, nonce }: One, { wish = '', slot }: Fields) =>
  send({ answer: 'reschedule', nonce, wish, ...(slot !== undefined && { slot }) })

const offered = (page: string) =>
  [...page.matchAll(/name="slot" value="([^"]*)"( checked)?/g)].map(([, value]) => value)
const checked = (page: string) => /name="slot" value="([^"]*)" checked/.exec(page)?.[1]
const statusOf = async ({ get }: Rollcall, { id }: One) => (await get(`${notifications}/${id}`)).json()
const lastEvent = async ({ get }: Rollcall) => (await get('/v1/events/clinica-lisboa/since/0')).json().at(-1)

describe('offered times', () => {
  eachEngine(
    'are choices of another time, and the taken one is in the status, the event and the lists',
    async (rollcall) => {
      const one = await contact(rollcall, { slots })
      const page = (await one.open()).body
      expect(offered(page)).toEqual([utc.tuesday, utc.wednesday, ''])
      expect(textOf(page)).toContain('terça-feira, 7 de abril de 2026 às 09:00')
      expect((await take(one, { slot: utc.wednesday, wish: 'com o meu filho' })).statusCode).toBe(303)
      const status = await statusOf(rollcall, one)
      expect(status).toMatchObject({
        state: 'rescheduling',
        wish: 'com o meu filho',
        slot: written.wednesday,
        slots: [written.tuesday, written.wednesday],
      })
      const [listed] = (await rollcall.get(`${notifications}/byvisit/2026-03-30/2026-03-30`)).json()
      expect(listed).toMatchObject({ slot: written.wednesday })
      const event = await lastEvent(rollcall)
      expect(event).toMatchObject({ kind: 'action', by: 'contact', wish: 'com o meu filho', slot: written.wednesday })
      expect(event.record).not.toHaveProperty('slot')
      const after = textOf((await one.open()).body)
      expect(after).toContain(`${words.slots.taken} quarta-feira, 8 de abril de 2026 às 14:30`)
      expect(after).toContain(words.slots.notPromised)
    },
  )

  eachEngine('can be taken instead of another, or not at all', async (rollcall) => {
    const one = await contact(rollcall, { slots })
    await take(one, { slot: utc.tuesday })
    expect(checked((await one.open()).body)).toBe(utc.tuesday)
    await take(one, { slot: utc.wednesday })
    expect(await lastEvent(rollcall)).toMatchObject({ change: 'wish', slot: written.wednesday })
    await take(one, { slot: '', wish: 'em maio' })
    expect(await lastEvent(rollcall)).toMatchObject({ change: 'wish', wish: 'em maio' })
    expect(await lastEvent(rollcall)).not.toHaveProperty('slot')
    expect(await statusOf(rollcall, one)).not.toHaveProperty('slot')
    await take(one, { slot: utc.tuesday })
    expect(await lastEvent(rollcall)).toMatchObject({ change: 'wish', wish: 'em maio', slot: written.tuesday })
    await one.answer('cancel')
    expect(await notificationRow(rollcall, one.id)).toMatchObject({ wish: null, slot: null })
  })

  serviceTest('that are over are not offered, and a page without others asks as before', async (rollcall) => {
    const one = await contact(rollcall, { slots: ['2026-03-30T09:15:00+01:00', wednesday] })
    setTime(rollcall, '2026-03-30T08:15:00Z')
    expect(offered((await one.open()).body)).toEqual([utc.wednesday, ''])
    await notify(rollcall, {})
    expect(offered((await one.open()).body)).toEqual([])
  })

  eachEngine('that are gone when the contact takes them are not recorded, and the wish stays', async (rollcall) => {
    const one = await contact(rollcall, { slots })
    await notify(rollcall, { slots: [wednesday] })
    const answer = await take(one, { slot: utc.tuesday, wish: 'com o meu filho' })
    expect(answer.statusCode).toBe(409)
    expect(textOf(answer.body)).toContain(words.slots.gone)
    expect(offered(answer.body)).toEqual([utc.wednesday, ''])
    expect(answer.body).toContain('com o meu filho</textarea>')
    expect(answer.body).toContain('<details open>')
    expect(await one.state()).toBe('open')
    setTime(rollcall, '2026-03-30T08:20:00Z')
    expect((await take(one, { slot: utc.wednesday })).statusCode).toBe(303)
  })

  serviceTest('stay with the contact who took one that the clinic offers to nobody else', async (rollcall) => {
    const one = await contact(rollcall, { slots })
    await take(one, { slot: utc.tuesday })
    await notify(rollcall, { slots: [wednesday] })
    expect(offered((await one.open()).body)).toEqual([utc.tuesday, utc.wednesday, ''])
    expect((await take(one, { slot: utc.tuesday, wish: 'obrigado' })).statusCode).toBe(303)
    expect(await statusOf(rollcall, one)).toMatchObject({ slot: written.tuesday, wish: 'obrigado' })
  })

  serviceTest('stay chosen when the contact chooses another language', async (rollcall) => {
    const one = await contact(rollcall, { slots })
    const fields = { nonce: one.nonce, language: 'de', wish: 'abends', slot: utc.wednesday }
    const page = (await rollcall.postForm(`${one.url}?lang=de`, fields)).body
    expect(checked(page)).toBe(utc.wednesday)
    expect(page).toContain('abends</textarea>')
    expect(textOf(page)).toContain('Mittwoch, 8. April 2026 um 14:30')
    expect(await one.state()).toBe('open')
  })

  serviceTest('in another form than an instant are not taken', async (rollcall) => {
    const one = await contact(rollcall, { slots })
    expect((await take(one, { slot: 'tuesday' })).statusCode).toBe(422)
    expect(await one.state()).toBe('open')
  })
})
