import { expect } from 'vitest'
import type { Event } from '../../src/log/events/event.ts'
import { canHappen, type TransitionName, transitions } from '../../src/notifications/lifecycle/transitions.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { answerNames } from '../../src/visits/plugins/plugin.ts'
import type { State } from '../../src/visits/state.ts'
import type { AcknowledgedVisit } from './event-writers.ts'

interface ReplayedVisit {
  state: State
  /** The state before the arrival. */
  previous: State
  wish: string | null
  superseded_by: string | null
}

/** Expects that the log has each stored change once, in an order which the life cycle allows, and no others. */
export async function expectLogged(database: Database, log: Event[], acknowledged: AcknowledgedVisit[]) {
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1))

  const notifications = await database.selectFrom('notifications').selectAll().execute()
  const replayed = replay(log)
  const stored = notifications.map(({ notification_id, state, superseded_by, wish }) => ({
    notification_id,
    state,
    superseded_by,
    wish: state === 'rescheduling' ? wish : null,
  }))
  const expected = [...replayed].map(([notification_id, { state, superseded_by, wish }]) => ({
    notification_id,
    state,
    superseded_by,
    wish: state === 'rescheduling' ? wish : null,
  }))
  const byId = (one: { notification_id: string }, other: { notification_id: string }) =>
    one.notification_id < other.notification_id ? -1 : 1
  expect(expected.toSorted(byId)).toEqual(stored.toSorted(byId))

  const actions = await database.selectFrom('actions').selectAll().orderBy('sequence').execute()
  expect(log.filter(({ kind }) => kind === 'action')).toMatchObject(
    actions.map(({ action_id, notification_id, record }) => ({
      action_id,
      notification_id,
      record: JSON.parse(record),
    })),
  )

  const submitted = log.flatMap((event) =>
    event.kind === 'notification' && submissions.has(event.change) ? [`${event.notification_id} ${event.change}`] : [],
  )
  expect(submitted.toSorted()).toEqual(acknowledged.map(({ id, outcome }) => `${id} ${outcome}`).toSorted())

  const optOuts = await database.selectFrom('opt_outs').selectAll().execute()
  const failed = await database.selectFrom('deliveries').selectAll().where('state', '=', 'failed').execute()
  const ofDeliveries = log.flatMap((event) =>
    event.kind === 'delivery'
      ? [`${event.change} ${event.notification_id} ${event.message} ${event.channel} ${event.uid}`]
      : [],
  )
  const endedDeliveries = [
    ...optOuts.map(({ channel, uid }) => `opted-out undefined undefined ${channel} ${uid}`),
    ...failed.map(({ notification_id, kind, channel, uid }) => `failed ${notification_id} ${kind} ${channel} ${uid}`),
  ]
  expect(ofDeliveries.toSorted()).toEqual(endedDeliveries.toSorted())
}

const submissions: ReadonlySet<string> = new Set(['created', 'updated', 'moved'])

const isAnswer = (action: string) => (answerNames as readonly string[]).includes(action)

/** Applies the log to an empty database: each event must be allowed in the state that the earlier ones led to. */
function replay(log: Event[]): Map<string, ReplayedVisit> {
  const replayed = new Map<string, ReplayedVisit>()
  for (const event of log) {
    if (event.kind === 'action') {
      const one = apply(event.notification_id, event.record.action as TransitionName)
      // An arrival and its annulment keep the wish.
      if (isAnswer(event.record.action)) one.wish = event.wish ?? null
      continue
    }
    if (event.kind !== 'notification') continue
    const { change, notification_id, supersedes } = event
    if (change === 'created' || change === 'moved') {
      if (change === 'moved') apply(supersedes!, 'supersede').superseded_by = notification_id
      expect(replayed.has(notification_id)).toBe(false)
      replayed.set(notification_id, { state: 'open', previous: 'open', wish: null, superseded_by: null })
    } else if (change === 'superseded') apply(notification_id, 'supersede').superseded_by = event.superseded_by!
    else if (change === 'updated') apply(notification_id, 'update')
    else if (change === 'withdrawn') apply(notification_id, 'withdraw')
    else if (change === 'wish') {
      const one = replayed.get(notification_id)!
      expect(one.state).toBe('rescheduling')
      one.wish = event.wish!
    } else throw new Error(`Nothing in this drill causes the change ${change}`)
  }
  return replayed

  function apply(id: string, name: TransitionName): ReplayedVisit {
    const one = replayed.get(id)
    if (!one || !canHappen(name, one.state)) throw new Error(`${name} of ${id} in the state ${one?.state}`)
    const { to } = transitions[name]
    if (name === 'arrive') one.previous = one.state
    if (to !== 'same') one.state = typeof to === 'object' ? one.previous : to
    return one
  }
}
