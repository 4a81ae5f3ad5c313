import { expect } from 'vitest'
import type { Event } from '../../src/log/events/event.ts'
import { authorization, doctorOf } from './event-writers.ts'
import type { Insist } from './persistent-client.ts'

interface Reader {
  clinic: string
  token: string
  insist: Insist
}

/** Returns the check of a follower: at once after it has received events, it reads what they are about, and expects their
 *  effects. Later effects may be visible, too. */
export function visibleEffects({ clinic, token, insist }: Reader) {
  let actions = 0
  /** The number of submissions of each visit so far. */
  const submissions = new Map<string, number>()
  const get = async (path: string) => JSON.parse((await insist(path, { headers: authorization(token) }, [200])).text)
  const notification = (id: string) => get(`/v1/notifications/${clinic}/${id}`)

  return (events: Event[]) => Promise.all(events.map(expectVisible))

  async function expectVisible(event: Event) {
    if (event.kind === 'action') {
      const path = `/v1/metrics/notifications/actions/${clinic}/since/${actions++}?limit=1`
      expect(await get(path)).toEqual([event.record])
    } else if (event.kind === 'notification') await expectChange(event)
    else if (event.kind === 'delivery' && event.change === 'opted-out') {
      const optedOut: { uid: string }[] = await get(`/v1/opt-outs/${clinic}`)
      expect(optedOut.map(({ uid }) => uid)).toContain(event.uid)
    } else if (event.kind === 'delivery') {
      const { deliveries } = await notification(event.notification_id!)
      const { message: kind, channel, uid } = event
      expect(deliveries).toContainEqual(expect.objectContaining({ kind, channel, uid, state: 'failed' }))
    } else throw new Error(`Nothing in this drill causes an event of the kind ${event.kind}`)
  }

  async function expectChange(event: Extract<Event, { kind: 'notification' }>) {
    const { change, notification_id, external_id, supersedes, superseded_by } = event
    const isSubmission = change === 'created' || change === 'updated' || change === 'moved'
    const submitted = (submissions.get(external_id) ?? 0) + (isSubmission ? 1 : 0)
    submissions.set(external_id, submitted)
    const { state, params, superseded_by: by } = await notification(notification_id)
    // Doctors are numbered by the submissions: the notification shows this submission, or a later one.
    const outdated = Array.from({ length: submitted }, (_, earlier) => doctorOf(earlier))
    if (isSubmission) expect(outdated).not.toContain(params.doctor)
    if (change === 'withdrawn') expect(state).toBe('withdrawn')
    if (change === 'superseded') expect({ state, by }).toEqual({ state: 'superseded', by: superseded_by })
    if (supersedes === undefined) return
    const earlier = await notification(supersedes)
    expect(earlier).toMatchObject({ state: 'superseded', superseded_by: notification_id })
  }
}
