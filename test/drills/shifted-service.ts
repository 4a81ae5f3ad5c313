import { expect } from 'vitest'
import { replyPath } from '../../src/channels/mobile/gateway/callbacks.ts'
import { createSecret } from '../../src/platform/keys/secret.ts'
import { formatInstant, type Instant } from '../../src/platform/time/instant.ts'
import { serveRollcall } from '../process.ts'
import { secretKey } from '../rollcall.ts'
import { item, submission } from '../submission.ts'
import { type Act, follow } from './expected-after-stop.ts'
import type { ShiftedClock } from './shifted-clock.ts'
import type { Contact } from './stopped-contacts.ts'

/** Starts the service as a process with this clock. Returns what clinics and contacts do with it. */
export async function serveShifted(clock: ShiftedClock, folder: string, token: string, env: NodeJS.ProcessEnv) {
  const settings = { ...clock.env, ...env, SECRET_KEY: secretKey, RATE_LIMIT: '0', PUBLIC_URL: 'https://rollcall.test' }
  const { address, child, stop, log } = await serveRollcall(settings, [], folder)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  async function post(path: string, body: object, status: number) {
    for (;;) {
      const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
      const text = await response.text()
      // The database of a busy machine can take too long.
      if (response.status === 503) continue
      expect({ path, status: response.status, text }).toMatchObject({ path, status })
      return text && JSON.parse(text)
    }
  }

  async function submit(contact: Contact, startsAt: Instant) {
    const { addresses } = contact.story
    const one = item({
      external_id: contact.name,
      contact: { external_id: contact.name, name: 'Ana Sousa', language: 'en_GB', country: 'PT' },
      addresses: addresses.map((uid) => ({
        channel: uid.includes('@') ? ('email' as const) : ('mobile' as const),
        uid,
      })),
      params: { when: formatInstant(startsAt), doctor: 'Ana Reis' },
    })
    const { notifications } = await post(`/v1/notifications/${contact.clinic}`, submission(one), 202)
    contact.id = notifications[0].id
  }

  async function answerText({ clinic, story }: Contact) {
    const day = `${Temporal.Instant.fromEpochMilliseconds(clock.now() / 1_000)
      .toZonedDateTimeISO('UTC')
      .toPlainDate()}`
    const list = await fetch(`${address}/v1/replies/${clinic}/bydate/${day}/${day}`, { headers })
    const replies = (await list.json()) as { id: string; uid: string }[]
    const { id } = replies.find(({ uid }) => uid === story.addresses[0])!
    await post(`/v1/replies/${clinic}/${id}/answer`, { text: 'Yes, behind the building.' }, 202)
  }

  const reply = ({ story }: Contact, text: string) =>
    post(replyPath(createSecret(secretKey)), { from: story.addresses[0], text }, 204)

  async function request(contact: Contact, act: Act, at: Instant) {
    const path = `/v1/notifications/${contact.clinic}/${contact.id}`
    switch (act.act) {
      case 'submit':
      case 'move':
        return submit(contact, act.startsAt)
      case 'withdraw':
        return post(`${path}/cancellation`, {}, 200)
      case 'confirm':
      case 'cancel':
        return post(`${path}/answer`, { action: act.act }, 200)
      case 'remind':
        return post(`${path}/reminder`, {}, 200)
      case 'arrive':
        return post(`${path}/arrival`, { at: formatInstant(at) }, 201)
      case 'text':
        return reply(contact, 'Is there a place to park behind the building?')
      case 'text CANCEL':
        return reply(contact, 'CANCEL')
      case 'answer a text':
        return answerText(contact)
    }
  }

  return {
    address,
    stop,
    log,
    /** Ends the process at once, as a loss of power does. */
    async kill() {
      const exited = new Promise((exit) => child.once('exit', exit))
      child.kill('SIGKILL')
      await exited
    },
    /** Does it through the service, which must accept it. `at` is when the contact came. */
    async act(contact: Contact, act: Act, at = clock.now()) {
      await request(contact, act, at)
      follow(contact.story, act, clock.now())
    },
  }
}
