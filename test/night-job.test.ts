import { expect } from 'vitest'
import type { Message } from '../src/channels/channel.ts'
import { answerLink } from '../src/messages/delivery/answer-link.ts'
import { notifications } from './contact.ts'
import { entity } from './history.ts'
import { byToken, type Rollcall, serviceTest } from './rollcall.ts'
import { item } from './submission.ts'

const clinic = 'clinica-lisboa'
const numbers = Array.from({ length: 120 }, (_, index) => index)
const keyOf = (number: number) => `A-${number}`
const phoneOf = (number: number) => `+3519120${String(number).padStart(5, '0')}`
/** The number of another contact, or the corrected one. */
const otherPhoneOf = (number: number) => `+3519121${String(number).padStart(5, '0')}`
const mailOf = (number: number) => `Contact.${number}@Example.org`

/** The clinic's own table of visits. */
interface Row {
  when: string
  doctor: string
  contact: string
  phone: string
  /** Some contacts have a mail address, too. */
  mail?: string
}

interface ItemOutcome {
  id: string
  external_id: string
  outcome: string
}

const rowOf = (number: number): Row => ({
  when: `2026-04-${String(1 + (number % 28)).padStart(2, '0')}T09:30:00+01:00`,
  doctor: 'Ana Reis',
  contact: `P-${number}`,
  phone: phoneOf(number),
  ...([17, 18].includes(number % 20) && { mail: mailOf(number) }),
})

const submission = (table: Map<number, Row>) => ({
  category: 'medical',
  target: 'appointment',
  on_fault: 'skip',
  notifications: [...table].map(([number, { when, doctor, contact, phone, mail }]) => ({
    external_id: keyOf(number),
    contact: { ...item().contact, external_id: contact },
    addresses: [{ channel: 'mobile', uid: phone }, ...(mail ? [{ channel: 'email', uid: mail }] : [])],
    params: { when, doctor },
  })),
})

serviceTest(
  'a job that submits all visits each night tells exactly the contacts whose visit or address changed',
  async (rollcall) => {
    await rollcall.given(entity())
    const phone = gateway()
    const table = new Map(numbers.map((number) => [number, rowOf(number)]))
    const first = await runJob(rollcall, table)
    expect(countOutcomes(first.notifications)).toEqual({ created: 120 })
    expect((await phone.deliverAll(rollcall)).length).toBe(132)

    const confirmed = numbers.filter((number) => number % 2 === 0)
    const ids = new Map(first.notifications.map(({ external_id, id }) => [external_id, id]))
    const tokens = new Map<number, string>()
    for (const number of confirmed) tokens.set(number, await confirm(rollcall, ids.get(keyOf(number))!))
    expect((await phone.deliverAll(rollcall)).map(({ uid }) => uid).toSorted()).toEqual(
      confirmed
        .filter((number) => number % 20 === 18)
        .map(mailOf)
        .toSorted(),
    )

    for (let night = 1; night < 5; night++) {
      const numberOf = (offset: number) => night * 20 + offset
      const [moved, withdrawn] = [[0, 1, 2].map(numberOf), [3, 4].map(numberOf)]
      for (const number of moved) table.get(number)!.when = `2026-05-0${night}T11:00:00+01:00`
      for (const number of withdrawn) {
        table.delete(number)
        const { statusCode } = await rollcall.post(`${notifications}/${ids.get(keyOf(number))}/cancellation`)
        expect(statusCode).toBe(200)
      }
      for (const number of [5, 6, 7, 8, 9].map(numberOf)) table.get(number)!.doctor = `Rui Costa ${night}`
      const [given, corrected, respelled] = [[13, 14].map(numberOf), [15, 16].map(numberOf), [17, 18].map(numberOf)]
      for (const number of [...given, ...corrected]) table.get(number)!.phone = otherPhoneOf(number)
      for (const number of given) table.get(number)!.contact = `Q-${number}`
      table.get(given[1]!)!.when = `2026-05-0${night}T15:00:00+01:00`
      for (const number of respelled) table.get(number)!.mail = mailOf(number).toLowerCase()
      const faulty = new Map(table)
      faulty.set(numberOf(10), { ...table.get(numberOf(10))!, when: '2026-03-29T09:30:00+01:00' })
      for (const number of [11, 12].map(numberOf)) faulty.set(number, { ...table.get(number)!, phone: '12' })

      const { notifications: listed, faults } = await runJob(rollcall, faulty)
      expect(countOutcomes(listed)).toEqual({ created: 2, moved: 3, updated: 7, unchanged: table.size - 2 - 3 - 7 - 3 })
      const place = (number: number) => [...faulty.keys()].indexOf(number)
      expect(faults.map(({ parameter }) => parameter)).toEqual([
        `/notifications/${place(numberOf(10))}/params/when`,
        ...[11, 12].map((offset) => `/notifications/${place(numberOf(offset))}/addresses/0/uid`),
      ])
      expect(faults[0]!.reason).toBe('in-the-past')

      const told = (await phone.deliverAll(rollcall)).map(({ uid }) => uid)
      expect(told.toSorted()).toEqual(
        [...[...moved, ...withdrawn, ...given].map(phoneOf), ...[...given, ...corrected].map(otherPhoneOf)].toSorted(),
      )
      for (const number of given) {
        const token = tokens.get(number)
        if (token) expect((await rollcall.get(byToken(token))).json()).toMatchObject({ code: 'checkin-revoked' })
      }
      for (const number of [...moved, ...withdrawn, ...given]) tokens.delete(number)
      for (const [number, token] of tokens) {
        const { statusCode, body } = await rollcall.get(byToken(token))
        expect({ number, statusCode }).toEqual({ number, statusCode: 200 })
        expect(JSON.parse(body).params.doctor).toBe(table.get(number)!.doctor)
      }
    }
  },
)

async function runJob(rollcall: Rollcall, table: Map<number, Row>) {
  const response = await rollcall.post(notifications, submission(table))
  expect(response.statusCode, response.body.slice(0, 500)).toBe(202)
  const { notifications: listed, faults = [] } = response.json()
  return { notifications: listed as ItemOutcome[], faults: faults as { parameter: string; reason: string }[] }
}

const countOutcomes = (listed: ItemOutcome[]) => {
  const counts: Record<string, number> = {}
  for (const { outcome } of listed) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Confirms on the page behind the answer link. Returns the check-in token that the page shows. */
async function confirm({ app, database, secret, postForm }: Rollcall, id: string): Promise<string> {
  const { delivery_id } = await database
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('notification_id', '=', id)
    .executeTakeFirstOrThrow()
  const link = answerLink(secret, clinic, delivery_id)
  const nonce = secret.derive(20, 'answer-nonce', link)
  await postForm(`/a/${link}`, { answer: 'confirm', nonce })
  return /<data value="([0-9A-Z]{26})">/.exec((await app.inject(`/a/${link}`)).body)![1]!
}

/** A gateway that accepts every message. */
function gateway() {
  let taken: Message[] = []
  const channel = {
    async send(message: Message) {
      taken.push(message)
      return { outcome: 'accepted' as const }
    },
    close() {},
  }
  return {
    /** Sends all that is due, and returns it. */
    async deliverAll(rollcall: Rollcall): Promise<Message[]> {
      taken = []
      while ((await rollcall.deliver({ mobile: channel, email: channel })) > 0);
      return taken
    },
  }
}
