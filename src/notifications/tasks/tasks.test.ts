import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { entity, history } from '../../../test/history.ts'
import { eachEngine, eachPage, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, mail, moved, submission } from '../../../test/submission.ts'
import type { Address } from '../../channels/address.ts'
import type { Sender } from '../../channels/channel.ts'
import { minutes, parseInstant } from '../../platform/time/instant.ts'
import type { NotificationStatus } from '../status/status.ts'
import type { Task } from '../submit/submission.ts'
import type { ListedTask } from './list-tasks.ts'

const day = (start: string, end = start, query = '') => `/v1/tasks/clinica-lisboa/bydate/${start}/${end}${query}`
const ofTask = ({ task_id }: { task_id: string }, query = '') =>
  `/v1/tasks/clinica-lisboa/${task_id}/notifications${query}`
const ids = (tasks: { task_id: string }[]) => tasks.map(({ task_id }) => task_id)

let submitted = 0

/** Submits a task of `count` notifications, each of a visit of its own. */
async function submitTask(
  { post }: Rollcall,
  {
    count = 1,
    to = 'clinica-lisboa',
    over = {},
  }: { count?: number; to?: string; over?: Parameters<typeof item>[0] } = {},
): Promise<Task> {
  const items = Array.from({ length: count }, () => item({ external_id: `T-${++submitted}`, ...over }))
  return (await post(`/v1/notifications/${to}`, submission(...items))).json()
}

describe('the tasks of a day', () => {
  eachEngine('come newest first, with their plugin, time and progress', async (rollcall) => {
    await rollcall.given(entity())
    const first = await submitTask(rollcall)
    rollcall.clock.time += minutes(1)
    const second = await submitTask(rollcall, { count: 3 })
    const list = await rollcall.get(day('2026-03-30'))
    expect(list.json()).toEqual([
      {
        task_id: second.task_id,
        created_at: '2026-03-30T08:01:00.000000+00:00',
        category: 'medical',
        target: 'appointment',
        notifications: { open: 3 },
        deliveries: { pending: 3 },
        reached: 0,
      },
      expect.objectContaining({ task_id: first.task_id, created_at: '2026-03-30T08:00:00.000000+00:00' }),
    ])
    expect(list.headers).toMatchObject({
      'rollcall-time-zone': 'Europe/Lisbon',
      'rollcall-range': '2026-03-29T23:00:00Z/2026-03-30T23:00:00Z',
    })
    expect((await rollcall.get(day('2026-03-29'))).json()).toEqual([])
  })

  serviceTest('belong to the day in the zone of the entity', async (rollcall) => {
    await rollcall.given(entity())
    rollcall.clock.time = parseInstant('2026-03-29T23:00:00Z')! - 1
    const before = await submitTask(rollcall)
    rollcall.clock.time = parseInstant('2026-03-30T23:30:00Z')!
    const late = await submitTask(rollcall, { over: later })
    expect(ids((await rollcall.get(day('2026-03-29'))).json())).toEqual([before.task_id])
    expect(ids((await rollcall.get(day('2026-03-30'))).json())).toEqual([])
    expect(ids((await rollcall.get(day('2026-03-31'))).json())).toEqual([late.task_id])
    expect(ids((await rollcall.get(day('2026-03-29', '2026-03-31'))).json())).toEqual([late.task_id, before.task_id])
  })

  eachEngine(
    'come in pages without gaps or repetitions, also of one instant and while others arrive',
    async (rollcall) => {
      await rollcall.given(entity())
      const tasks: Task[] = []
      for (let count = 0; count < 13; count++) {
        tasks.push(await submitTask(rollcall))
        rollcall.clock.time += count % 4 === 3 ? 1 : 0
      }
      const whole = await rollcall.get(day('2026-03-30'))
      expect(whole.headers.link).toBeUndefined()
      const get = async (url: string) => {
        const page = await rollcall.get(url)
        if (!url.includes('after')) await submitTask(rollcall)
        return page
      }
      const pages = await eachPage({ get }, day('2026-03-30', '2026-03-30', '?limit=3'))
      expect(pages.map((page) => page.json().length)).toEqual([3, 3, 3, 3, 1])
      expect(pages.flatMap((page) => ids(page.json()))).toEqual(ids(whole.json()))
      expect(ids(whole.json()).toSorted()).toEqual(ids(tasks).toSorted())
      const times = whole.json().map(({ created_at }: ListedTask) => created_at)
      expect(times).toEqual(times.toSorted().reverse())
    },
  )

  eachEngine('have the same counts as each task on its own', async (rollcall) => {
    await rollcall.given(entity())
    const tasks = []
    for (let count = 1; count < 13; count++) tasks.push(await submitTask(rollcall, { count }))
    await rollcall.deliver()
    await submitTask(rollcall, { over: { external_id: `T-${submitted}`, ...moved } })
    await submitTask(rollcall, { over: { addresses: [] } })
    const answering = await contact(rollcall, {
      ...moved,
      external_id: 'T-1',
      addresses: [mail, { channel: 'mobile', uid: '912345678' }],
    })
    await answering.answer('confirm')
    const list = (await rollcall.get(day('2026-03-30'))).json()
    expect(list).toHaveLength(15)
    for (const { created_at, category, target, ...counts } of list) {
      expect((await rollcall.get(`/v1/tasks/clinica-lisboa/${counts.task_id}`)).json()).toEqual(counts)
    }
    expect(list).toContainEqual(expect.objectContaining({ notifications: { superseded: 1, open: 11 } }))
    expect(list).toContainEqual(expect.objectContaining({ notifications: { open: 1 }, deliveries: {} }))
    expect(list).toContainEqual(expect.objectContaining({ notifications: { confirmed: 1 }, reached: 0 }))
    while ((await rollcall.deliver()) > 0);
    const delivered = (await rollcall.get(day('2026-03-30'))).json()
    expect(delivered).toContainEqual(expect.objectContaining({ notifications: { confirmed: 1 }, reached: 1 }))
    expect(delivered).toContainEqual(
      expect.objectContaining({ notifications: { superseded: 1, open: 11 }, reached: 12 }),
    )
  })

  serviceTest('are only those of the entity, without imported ones', async (rollcall) => {
    await rollcall.given(...history(), entity({ id: 'clinica-porto' }))
    await submitTask(rollcall, { to: 'clinica-porto' })
    expect((await rollcall.get(day('1970-01-01', '2026-12-31'))).json()).toEqual([])
  })

  serviceTest(
    'link to the next page under the path of PUBLIC_URL',
    async (rollcall) => {
      await rollcall.given(entity())
      const task = await submitTask(rollcall, { count: 2 })
      await submitTask(rollcall)
      for (const path of [day('2026-03-30'), ofTask(task)]) {
        const { link } = (await rollcall.get(`${path}?limit=1`)).headers
        expect(link).toMatch(new RegExp(`^</notices${path}\\?limit=1&after=[^>]+>; rel="next"$`))
      }
    },
    { config: { publicUrl: 'https://clinic.example/notices' } },
  )
})

describe('the notifications of a task', () => {
  serviceTest('are shown in pages, each as on its own', async (rollcall) => {
    await rollcall.given(entity())
    const task = await submitTask(rollcall, { count: 7 })
    await submitTask(rollcall)
    await rollcall.deliver()
    await submitTask(rollcall, { over: { external_id: task.notifications[0]!.external_id } })
    const pages = await eachPage(rollcall, ofTask(task, '?limit=3'))
    expect(pages.map((page) => page.json().length)).toEqual([3, 3, 1])
    const statuses: NotificationStatus[] = pages.flatMap((page) => page.json())
    expect(statuses.map(({ id }) => id)).toEqual(task.notifications.map(({ id }) => id).toSorted())
    for (const status of statuses) {
      expect((await rollcall.get(`/v1/notifications/clinica-lisboa/${status.id}`)).json()).toEqual(status)
    }
    expect((await rollcall.get(ofTask(task))).json()).toEqual(statuses)
  })

  eachEngine('name the contacts who were not reached, with the reason', async (rollcall) => {
    await rollcall.given(entity())
    const [unknown, busy, well] = ['+351910000001', '+351910000002', '+351910000003'].map(
      (uid): Address => ({ channel: 'mobile', uid }),
    )
    const named = (name: string, ...addresses: Address[]) =>
      item({ external_id: `A-${name}`, contact: { external_id: `P-${name}`, name }, addresses })
    const items = [named('Ana', unknown!, mail), named('Berta', busy!), named('Clara', well!)]
    const task = (await rollcall.post('/v1/notifications/clinica-lisboa', submission(...items))).json()
    const mobile: Sender = {
      async send({ uid }) {
        if (uid === unknown!.uid) return { outcome: 'permanent', reason: '550 no such number' }
        if (uid === busy!.uid) throw new Error('busy')
        return { outcome: 'accepted' }
      },
      close() {},
    }
    await rollcall.deliver({ mobile })
    const withDelivery = async (...states: string[]) => {
      const query = new URLSearchParams(states.map((state) => ['delivery', state]))
      const found: NotificationStatus[] = (await rollcall.get(ofTask(task, `?${query}`))).json()
      return found.toSorted((one, other) => (one.external_id < other.external_id ? -1 : 1))
    }

    const failed = await withDelivery('failed')
    expect(failed).toMatchObject([
      { external_id: 'A-Ana', contact: { external_id: 'P-Ana', name: 'Ana' }, deliveries: [{}, {}] },
    ])
    expect(failed[0]!.deliveries).toContainEqual(
      expect.objectContaining({ channel: 'mobile', state: 'failed', attempts: 1, reason: '550 no such number' }),
    )
    expect(await withDelivery('pending')).toMatchObject([{ external_id: 'A-Berta', deliveries: [{ reason: 'busy' }] }])
    expect(await withDelivery('failed', 'pending')).toHaveLength(2)
    // A notification whose text failed and whose mail was sent matches both.
    expect((await withDelivery('sent')).map(({ external_id }) => external_id)).toEqual(['A-Ana', 'A-Clara'])
    expect(await withDelivery('delivered')).toEqual([])
    expect(await eachPage(rollcall, ofTask(task, '?delivery=failed&delivery=pending&limit=1'))).toHaveLength(2)

    rollcall.clock.time += minutes(1)
    await rollcall.deliver()
    expect(await withDelivery('pending')).toEqual([])
  })

  serviceTest('get 404 for a task of another entity', async (rollcall) => {
    await rollcall.given(...history(), entity({ id: 'clinica-porto' }))
    const elsewhere = await submitTask(rollcall, { to: 'clinica-porto' })
    for (const task_id of ['none', elsewhere.task_id]) {
      const answer = await rollcall.get(ofTask({ task_id }))
      expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 404, code: 'task-not-found' })
    }
    expect((await rollcall.get(ofTask({ task_id: 't-1' }))).json()).toMatchObject([{ state: 'imported' }])
    expect((await rollcall.get(ofTask({ task_id: 't-1' }, '?delivery=failed'))).json()).toEqual([])
  })
})
