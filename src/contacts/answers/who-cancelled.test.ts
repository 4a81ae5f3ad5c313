import ICAL from 'ical.js'
import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, moved, notify } from '../../../test/submission.ts'
import { languages } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'

const words = wordsOf('answer-page', 'pt')
const both = { addresses: [mail, { channel: 'mobile' as const, uid: '+351912345678' }] }

const withdraw = async ({ post }: Rollcall, id: string) => {
  const response = await post(`${notifications}/${id}/cancellation`)
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** A contact who has got the notice as mail and as text. */
async function told(rollcall: Rollcall) {
  const { received, email } = await mailServer()
  const { mobile, texts } = await messageCentre(rollcall)
  const deliver = () => rollcall.deliver({ email, mobile })
  const one = await contact(rollcall, both)
  await deliver()
  return { ...one, deliver, sent: () => ({ mails: received.length, texts: texts().length }) }
}

const isUnreached = async ({ get }: Rollcall, id: string) =>
  (await get(`${notifications}/byvisit/2026-03-29/2026-04-03?reached=false`))
    .json()
    .some((one: { id: string }) => one.id === id)

describe('a visit that the clinic withdraws', () => {
  eachEngine('after the contact has cancelled brings no message, and the page names the contact', async (rollcall) => {
    const one = await told(rollcall)
    await one.answer('cancel')
    await one.deliver()
    const before = one.sent()
    expect(await withdraw(rollcall, one.id)).toMatchObject({ state: 'withdrawn', ended_from: 'cancelled' })
    await one.deliver()
    expect(one.sent()).toEqual(before)
    expect(await isUnreached(rollcall, one.id)).toBe(false)
    const { statusCode, body } = await one.open()
    expect(statusCode).toBe(410)
    expect(body).toContain(words.states.cancelled)
    expect(body).not.toContain(words.states.withdrawn)
    expect(body).toContain('<s><time')
  })

  for (const answer of ['confirm', 'reschedule'] as const) {
    serviceTest(`after another answer brings a message: ${answer}`, async (rollcall) => {
      const one = await told(rollcall)
      await one.answer(answer, '')
      await one.deliver()
      const before = one.sent()
      await withdraw(rollcall, one.id)
      await one.deliver()
      expect(one.sent()).toEqual({ mails: before.mails + 1, texts: before.texts + 1 })
      expect((await one.open()).body).toContain(words.states.withdrawn)
    })
  }

  serviceTest('after a change of mind, and a confirmation, brings a message', async (rollcall) => {
    const one = await told(rollcall)
    for (const answer of ['cancel', 'confirm']) await one.answer(answer)
    await one.deliver()
    const before = one.sent()
    expect(await withdraw(rollcall, one.id)).toMatchObject({ ended_from: 'confirmed' })
    await one.deliver()
    expect(one.sent().texts).toBe(before.texts + 1)
  })

  serviceTest('after staff cancelled for the contact brings no message, and the page says so', async (rollcall) => {
    const one = await told(rollcall)
    await rollcall.post(`${notifications}/${one.id}/answer`, { action: 'cancel' })
    expect((await one.open()).body).toContain(words.cancelledForYou)
    const before = one.sent()
    await withdraw(rollcall, one.id)
    await one.deliver()
    expect(one.sent()).toEqual(before)
    const { body } = await one.open()
    expect(body).toContain(words.cancelledForYou)
    for (const other of [words.states.cancelled, words.states.withdrawn]) expect(body).not.toContain(other)
  })

  serviceTest('by giving its key to another contact tells nothing to a contact who has cancelled', async (rollcall) => {
    const one = await told(rollcall)
    await one.answer('cancel')
    const other = { ...item().contact, external_id: 'P-2', name: 'Rui Costa' }
    await notify(rollcall, { contact: other, addresses: [{ ...mail, uid: 'rui@example.org' }] })
    const before = one.sent()
    await one.deliver()
    expect(one.sent()).toEqual({ ...before, mails: before.mails + 1 })
    expect((await one.open()).body).toContain(words.states.cancelled)
  })

  serviceTest('after a move and a cancellation has the same words behind the earlier link', async (rollcall) => {
    const one = await contact(rollcall, both)
    const later = await contact(rollcall, { ...moved, ...both })
    await later.answer('cancel')
    await withdraw(rollcall, later.id)
    for (const { open } of [one, later]) expect((await open()).body).toContain(words.states.cancelled)
  })
})

serviceTest('the calendar entry behind the link is cancelled without a message', async (rollcall) => {
  const one = await contact(rollcall)
  const entry = async () => {
    const { body } = await rollcall.app.inject(`${one.url}/appointment.ics`)
    const [event] = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')
    const value = (name: string) => String(event!.getFirstPropertyValue(name))
    return {
      uid: value('uid'),
      sequence: Number(value('sequence')),
      status: value('status'),
      summary: value('summary'),
    }
  }
  await one.answer('confirm')
  const confirmed = await entry()
  expect(confirmed).toMatchObject({ status: 'CONFIRMED', summary: 'Consulta: João, Clínica Lisboa' })
  await one.answer('cancel')
  const cancelled = { uid: confirmed.uid, status: 'CANCELLED', summary: 'Cancelado: Consulta: João, Clínica Lisboa' }
  expect(await entry()).toMatchObject({ ...cancelled, sequence: confirmed.sequence + 1 })
  await withdraw(rollcall, one.id)
  expect(await entry()).toMatchObject({ ...cancelled, sequence: confirmed.sequence + 2 })
})

describe('the first heading of the page', () => {
  const headingOf = (body: string) => /<h1>(.*?)<\/h1>/.exec(body)?.[1]

  for (const language of languages)
    serviceTest(`has the result of each action, and says who cancelled: ${language}`, async (rollcall) => {
      const one = await contact(rollcall)
      const { titles } = wordsOf('answer-page', language)
      const heading = async () => {
        const { body } = await rollcall.app.inject(`${one.url}?lang=${language}`)
        expect(body).toContain(`<title>${headingOf(body)}</title>`)
        return headingOf(body)
      }
      const { name } = wordsOf('plugins', language)['medical/appointment']
      expect(await heading()).toBe(name)
      for (const [answer, title] of [
        ['confirm', titles.confirmed],
        ['reschedule', titles.rescheduling],
        ['cancel', titles.cancelled],
        ['confirm', titles.confirmed],
      ] as const) {
        await one.answer(answer)
        expect(await heading()).toBe(`${title} · ${name}`)
      }
      await withdraw(rollcall, one.id)
      expect(await heading()).toBe(`${titles.withdrawn} · ${name}`)
    })
})
