import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { action, checkinToken, entity, history, notification } from '../../../test/history.ts'
import { byToken, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, moved, notify, submission } from '../../../test/submission.ts'
import type { Outcome } from '../../channels/channel.ts'
import { readConfig } from '../../channels/configuration.ts'
import { findLink } from '../../contacts/answers/open-link.ts'
import { minutes } from '../../platform/time/instant.ts'
import { answer } from '../lifecycle/answer.ts'
import { checkSubmission } from './check-submission.ts'
import { submit as store } from './submit.ts'

type Item = ReturnType<typeof item>

/** Submits one appointment, and returns its part of the response. */
async function submit(rollcall: Rollcall, over: Partial<Item> & { version?: number } = {}) {
  const response = await rollcall.post(notifications, submission(item(over)))
  expect(response.statusCode, response.body).toBe(202)
  return response.json().notifications[0] as { id: string; external_id: string; outcome: string }
}

const statusOf = async (rollcall: Rollcall, id: string) => (await rollcall.get(`${notifications}/${id}`)).json()

/** The messages of a notification, each as `kind state`, in alphabetical order. */
const messagesOf = async (rollcall: Rollcall, id: string): Promise<string[]> =>
  (await statusOf(rollcall, id)).deliveries
    .map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`)
    .sort()

const otherDoctor = { params: { ...item().params, doctor: 'Rui Costa' } }
const bothAddresses = { addresses: [...item().addresses, mail] }

describe('a visit that is submitted again', () => {
  eachEngine('unchanged keeps its id, answer, check-in token and deliveries', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await one.answer('confirm')
    const before = { status: await statusOf(rollcall, one.id), token: await one.token() }
    expect(await submit(rollcall)).toEqual({ id: one.id, external_id: 'A-1001', outcome: 'unchanged' })
    expect({ status: await statusOf(rollcall, one.id), token: await one.token() }).toEqual(before)
    expect(await rollcall.deliver()).toBe(0)
  })

  serviceTest('is unchanged in any order of keys and addresses', async (rollcall) => {
    const { id } = await notify(rollcall, bothAddresses)
    const reversed = (value: object) => Object.fromEntries(Object.entries(value).reverse())
    const { contact, params, addresses } = item(bothAddresses)
    const again = {
      contact: reversed(contact) as Item['contact'],
      params: reversed(params),
      addresses: addresses.toReversed(),
    }
    expect(await submit(rollcall, again)).toMatchObject({ id, outcome: 'unchanged' })
  })

  serviceTest('with another spelling of the same instant and number is unchanged', async (rollcall) => {
    const { id } = await notify(rollcall)
    const params = { ...item().params, when: '2026-03-30T08:30:00Z' }
    const again = await submit(rollcall, { params, addresses: [{ channel: 'mobile', uid: '+351 912-345-678' }] })
    expect(again).toMatchObject({ id, outcome: 'unchanged' })
  })

  serviceTest('with other details keeps its answer, and its QR code shows the details', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await one.answer('confirm')
    const token = (await one.token())!
    expect(await submit(rollcall, otherDoctor)).toMatchObject({ id: one.id, outcome: 'updated' })
    expect(await one.state()).toBe('confirmed')
    expect(await one.token()).toBe(token)
    expect((await rollcall.get(byToken(token))).json().params.doctor).toBe('Rui Costa')
    expect((await one.open()).body).toContain('Rui Costa')
    expect(await rollcall.deliver()).toBe(0)
    expect(await submit(rollcall, otherDoctor)).toMatchObject({ outcome: 'unchanged' })
  })

  serviceTest('tells a new address, and not the others again', async (rollcall) => {
    const { id } = await notify(rollcall)
    await rollcall.deliver()
    expect(await submit(rollcall, bothAddresses)).toMatchObject({ id, outcome: 'updated' })
    expect(await messagesOf(rollcall, id)).toEqual(['notice pending', 'notice sent'])
  })

  serviceTest('sends the QR code to a new address after a confirmation, once', async (rollcall) => {
    const one = await contact(rollcall)
    await rollcall.deliver()
    await one.answer('confirm')
    await submit(rollcall, bothAddresses)
    await submit(rollcall, { ...bothAddresses, ...otherDoctor })
    expect(await messagesOf(rollcall, one.id)).toEqual(['confirmation pending', 'notice sent'])
  })

  eachEngine('stops a pending notice to an address that it no longer has', async (rollcall) => {
    const { id } = await notify(rollcall)
    await submit(rollcall, { addresses: [mail] })
    expect(await messagesOf(rollcall, id)).toEqual(['notice pending', 'notice stopped'])
    await submit(rollcall)
    expect(await messagesOf(rollcall, id)).toEqual(['notice pending', 'notice stopped', 'notice stopped'])
  })

  serviceTest('after its withdrawal is new', async (rollcall) => {
    const { id } = await notify(rollcall)
    await rollcall.post(`${notifications}/${id}/cancellation`)
    const again = await submit(rollcall)
    expect(again).toMatchObject({ outcome: 'created' })
    expect(again.id).not.toBe(id)
    expect(await messagesOf(rollcall, again.id)).toEqual(['notice pending'])
  })

  serviceTest('keeps an answer that came after its last submission', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('cancel')
    expect(await submit(rollcall)).toMatchObject({ id: one.id, outcome: 'unchanged' })
    expect(await submit(rollcall, otherDoctor)).toMatchObject({ id: one.id, outcome: 'updated' })
    expect(await one.state()).toBe('cancelled')
  })
})

describe('the QR code of a visit whose addresses change', () => {
  const confirmations = async (rollcall: Rollcall, id: string) =>
    (await statusOf(rollcall, id)).deliveries
      .filter(({ kind }: { kind: string }) => kind === 'confirmation')
      .map(({ uid, state }: { uid: string; state: string }) => `${uid} ${state}`)

  serviceTest('does not go to a removed address', async (rollcall) => {
    const one = await contact(rollcall)
    await submit(rollcall, bothAddresses)
    await submit(rollcall)
    await one.answer('confirm')
    expect(await confirmations(rollcall, one.id)).toEqual([])
  })

  serviceTest('does not go to an address that was removed after its notice', async (rollcall) => {
    const one = await contact(rollcall)
    await submit(rollcall, bothAddresses)
    await rollcall.deliver()
    await submit(rollcall, { addresses: [{ channel: 'mobile', uid: '914 000 111' }] })
    await rollcall.deliver()
    await rollcall.post(`${notifications}/${one.id}/answer`, { action: 'confirm' })
    expect(await messagesOf(rollcall, one.id)).toEqual([
      ...['acknowledgement pending', 'notice sent', 'notice sent', 'notice sent'],
    ])
    const { deliveries } = await statusOf(rollcall, one.id)
    expect(deliveries.map(({ uid, reason }: { uid: string; reason?: string }) => [uid, reason])).toEqual([
      ['+351912345678', undefined],
      [mail.uid, undefined],
      ['+351914000111', undefined],
      ['+351914000111', undefined],
    ])
    await rollcall.post(`${notifications}/${one.id}/cancellation`)
    const withdrawn = (await statusOf(rollcall, one.id)).deliveries.filter(
      ({ kind }: { kind: string }) => kind === 'withdrawn',
    )
    expect(withdrawn).toMatchObject([{ uid: '+351914000111' }])
  })

  serviceTest('goes to an address that was removed after its notice and added again', async (rollcall) => {
    const one = await contact(rollcall)
    await submit(rollcall, bothAddresses)
    await rollcall.deliver()
    await submit(rollcall)
    await submit(rollcall, bothAddresses)
    await one.answer('confirm')
    expect(await confirmations(rollcall, one.id)).toEqual([`${mail.uid} pending`])
  })

  serviceTest('does not go to an address that was removed while its notice was being sent', async (rollcall) => {
    const one = await contact(rollcall, { addresses: [mail] })
    const email = {
      async send() {
        await submit(rollcall)
        return { outcome: 'accepted' as const }
      },
      close() {},
    }
    await rollcall.deliver({ email })
    await rollcall.post(`${notifications}/${one.id}/answer`, { action: 'confirm' })
    expect(await confirmations(rollcall, one.id)).toEqual([])
  })

  serviceTest('does not go to an address that was removed while its notice failed', async (rollcall) => {
    const one = await contact(rollcall, { addresses: [mail] })
    const email = {
      async send() {
        await submit(rollcall)
        return { outcome: 'permanent' as const, reason: '550 no such mailbox' }
      },
      close() {},
    }
    await rollcall.deliver({ email })
    await rollcall.post(`${notifications}/${one.id}/answer`, { action: 'confirm' })
    expect(await confirmations(rollcall, one.id)).toEqual([])
  })

  serviceTest('does not go to an address that was removed after an answer stopped its notice', async (rollcall) => {
    const one = await contact(rollcall, bothAddresses)
    await one.answer('cancel')
    await submit(rollcall)
    await one.answer('confirm')
    expect(await confirmations(rollcall, one.id)).toEqual([])
  })

  serviceTest('is stopped when its address is removed', async (rollcall) => {
    const one = await contact(rollcall, bothAddresses)
    await one.answer('confirm')
    await submit(rollcall)
    expect(await confirmations(rollcall, one.id)).toEqual([`${mail.uid} stopped`])
  })

  serviceTest('goes once to an address that was removed and added again', async (rollcall) => {
    const one = await contact(rollcall)
    await submit(rollcall, bothAddresses)
    await submit(rollcall)
    await submit(rollcall, bothAddresses)
    await one.answer('confirm')
    expect(await confirmations(rollcall, one.id)).toEqual([`${mail.uid} pending`])
  })

  serviceTest('goes again to an address that was added after the first confirmation', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('confirm')
    await submit(rollcall, bothAddresses)
    await rollcall.deliver()
    await one.answer('cancel')
    await one.answer('confirm')
    expect(await confirmations(rollcall, one.id)).toEqual([`${mail.uid} sent`, `${mail.uid} pending`])
  })
})

describe('an answer from a page that was loaded before an update', () => {
  serviceTest('is recorded with the new details, which the QR code shows', async (rollcall) => {
    const { database, secret, clock } = rollcall
    const one = await contact(rollcall)
    const question = await findLink(database, { params: { link: one.link }, query: {} })
    await submit(rollcall, otherDoctor)
    const given = { action: 'confirm', ...question.address } as const
    const sending = { secret, config: readConfig({}) }
    await database.writeFor(question.entity.id, (trx) => answer(trx, sending, question, given, clock.now()))
    expect((await rollcall.get(byToken((await one.token())!))).json().params.doctor).toBe('Rui Costa')
    expect(await one.actions()).toMatchObject([{ action: 'confirm', params: { doctor: 'Rui Costa' } }])
  })
})

describe('a visit that is submitted with another start', () => {
  eachEngine(
    'moves: the contact who was told is told of the move, on the channels that reached them',
    async (rollcall) => {
      const one = await contact(rollcall, { addresses: item().addresses })
      await rollcall.deliver()
      await one.answer('confirm')
      const token = (await one.token())!
      const { id, outcome } = await submit(rollcall, { ...moved, ...bothAddresses })
      expect(outcome).toBe('moved')
      expect(await messagesOf(rollcall, id)).toEqual(['moved pending', 'notice pending'])
      const [old, now] = [await statusOf(rollcall, one.id), await statusOf(rollcall, id)]
      expect({ state: old.state, superseded_by: old.superseded_by }).toEqual({ state: 'superseded', superseded_by: id })
      expect({ state: now.state, supersedes: now.supersedes }).toEqual({ state: 'open', supersedes: one.id })
      expect((await rollcall.get(byToken(token))).json()).toMatchObject({ code: 'checkin-revoked', reason: 'moved' })
    },
  )

  serviceTest('sends a plain notice when nobody was told of the first start', async (rollcall) => {
    const { id: old } = await notify(rollcall)
    const { id } = await submit(rollcall, moved)
    expect(await messagesOf(rollcall, old)).toEqual(['notice stopped'])
    expect(await messagesOf(rollcall, id)).toEqual(['notice pending'])
  })

  serviceTest('remembers who was told while it moves several times', async (rollcall) => {
    const { id: first } = await notify(rollcall)
    await rollcall.deliver()
    await submit(rollcall, moved)
    const { id } = await submit(rollcall, { params: { ...item().params, when: '2026-03-30T17:00:00+01:00' } })
    expect(await messagesOf(rollcall, id)).toEqual(['moved pending'])
    const { told_of } = await rollcall.database
      .selectFrom('deliveries')
      .select('told_of')
      .where('notification_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(told_of).toBe(first)
  })

  serviceTest('tells of the move at once, whatever `send_at` says', async (rollcall) => {
    await notify(rollcall)
    await rollcall.deliver()
    await submit(rollcall, { ...moved, send_at: '2026-03-30T12:00:00Z' })
    expect(await rollcall.deliver()).toBe(1)
  })

  serviceTest('tells the addresses that were reached when the client names none', async (rollcall) => {
    await notify(rollcall)
    await rollcall.deliver()
    const { id } = await submit(rollcall, { ...moved, addresses: [] })
    expect(await messagesOf(rollcall, id)).toEqual(['moved pending'])
    const params = { ...moved.params, doctor: 'Rui Costa' }
    expect(await submit(rollcall, { params, addresses: [] })).toMatchObject({ id, outcome: 'updated' })
    expect(await messagesOf(rollcall, id)).toEqual(['moved pending'])
  })

  serviceTest('tells of the move while a second attempt is being sent', async (rollcall) => {
    await notify(rollcall)
    const refusing = { send: () => Promise.reject(new Error('busy')), close() {} }
    await rollcall.deliver({ mobile: refusing })
    rollcall.clock.time += minutes(10)
    const [sending, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<Outcome>()]
    const send = () => {
      sending.resolve()
      return finish.promise
    }
    const delivered = rollcall.deliver({ mobile: { ...refusing, send } })
    await sending.promise
    const { id } = await submit(rollcall, moved)
    finish.resolve({ outcome: 'accepted', id: '1' })
    await delivered
    expect(await messagesOf(rollcall, id)).toEqual(['moved pending'])
  })
})

describe('a version', () => {
  serviceTest('older than the stored one changes nothing', async (rollcall) => {
    await rollcall.given(entity())
    const { id } = await submit(rollcall, { version: 7 })
    expect(await submit(rollcall, { ...moved, version: 6 })).toMatchObject({ id, outcome: 'stale' })
    expect(await submit(rollcall, { version: 8 })).toMatchObject({ id, outcome: 'unchanged' })
    expect(await submit(rollcall, { ...otherDoctor, version: 7 })).toMatchObject({ id, outcome: 'stale' })
    expect(await submit(rollcall, { ...otherDoctor, version: 8 })).toMatchObject({ id, outcome: 'updated' })
  })

  serviceTest('that is older does not bring a withdrawn visit back', async (rollcall) => {
    await rollcall.given(entity())
    const { id } = await submit(rollcall, { version: 7 })
    await rollcall.post(`${notifications}/${id}/cancellation`)
    expect(await submit(rollcall, { version: 6 })).toMatchObject({ id, outcome: 'stale' })
    expect(await submit(rollcall, { version: 8 })).toMatchObject({ outcome: 'created' })
  })

  serviceTest('stays when a submission without one brings a withdrawn visit back', async (rollcall) => {
    await rollcall.given(entity())
    const { id } = await submit(rollcall, { version: 7 })
    await rollcall.post(`${notifications}/${id}/cancellation`)
    expect(await submit(rollcall)).toMatchObject({ outcome: 'created' })
    expect(await submit(rollcall, { version: 6 })).toMatchObject({ outcome: 'stale' })
  })

  serviceTest('stays when a submission has none, also after a move', async (rollcall) => {
    await rollcall.given(entity())
    await submit(rollcall, { version: 7 })
    expect(await submit(rollcall, moved)).toMatchObject({ outcome: 'moved' })
    expect(await submit(rollcall, { ...moved, version: 6 })).toMatchObject({ outcome: 'stale' })
  })
})

describe('a visit of imported history that is submitted', () => {
  const start = { params: { ...item().params, when: '2026-03-30T08:30:00Z' } }

  serviceTest('with the same start keeps its id and its QR code, and counts as confirmed', async (rollcall) => {
    await rollcall.given(...history())
    expect(await submit(rollcall, start)).toMatchObject({ id: 'n-1', outcome: 'updated' })
    expect(await statusOf(rollcall, 'n-1')).toMatchObject({ state: 'confirmed' })
    expect((await rollcall.get(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'))).statusCode).toBe(200)
  })

  serviceTest('without a valid QR code asks the contact', async (rollcall) => {
    await rollcall.given(entity(), notification())
    expect(await submit(rollcall, start)).toMatchObject({ id: 'n-1', outcome: 'updated' })
    expect(await messagesOf(rollcall, 'n-1')).toEqual(['notice pending'])
  })

  eachEngine('takes the place of all earlier notifications of its key', async (rollcall) => {
    const token = 'OLDTOKEN'
    const earlier = { ...notification().params, when: '2026-03-28T08:30:00Z' }
    await rollcall.given(
      ...[entity(), notification(), notification({ id: 'n-0', params: earlier })],
      ...[action(), checkinToken({ notification_id: 'n-0', token })],
    )
    expect(await submit(rollcall, start)).toMatchObject({ id: 'n-1', outcome: 'updated' })
    expect((await rollcall.get(byToken(token))).json()).toMatchObject({ reason: 'superseded' })
  })
})

describe('a withdrawal', () => {
  serviceTest('tells the contacts who were told of the visit, on the channels that reached them', async (rollcall) => {
    const { id } = await notify(rollcall)
    await rollcall.deliver()
    await submit(rollcall, { addresses: [...item().addresses, mail] })
    await rollcall.post(`${notifications}/${id}/cancellation`)
    expect(await messagesOf(rollcall, id)).toEqual(['notice sent', 'notice stopped', 'withdrawn pending'])
    expect(await rollcall.deliver()).toBe(1)
  })
})

describe('the ids of notifications', () => {
  eachEngine(
    'are in the order in which the service stores them, even if it checked the later one first',
    async (rollcall) => {
      const { database, config, secret, clock, given } = rollcall
      await given(entity())
      const clinic = { id: 'clinica-lisboa', time_zone: 'Europe/Lisbon' }
      const check = (external_id: string) => checkSubmission(submission(item({ external_id })), clinic, clock.now())
      const later = await check('A-1')
      const earlier = await check('A-2')
      const ids: string[] = []
      for (const checked of [earlier, later]) {
        const stored = await database.write((trx) =>
          store(trx, { secret, config }, { entityId: clinic.id, by: 'test' }, checked, clock.now()),
        )
        ids.push(stored.task.notifications[0]!.id)
      }
      expect(ids).toEqual(ids.toSorted())
    },
  )
})
