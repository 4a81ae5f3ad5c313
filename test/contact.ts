import { answerLink } from '../src/messages/delivery/answer-link.ts'
import { parseInstant } from '../src/platform/time/instant.ts'
import type { State } from '../src/visits/state.ts'
import { byDate, type Rollcall } from './rollcall.ts'
import { notify } from './submission.ts'

export const notifications = '/v1/notifications/clinica-lisboa'

export type Contact = Awaited<ReturnType<typeof contact>>

/** Creates a notification and returns its contact. */
export async function contact(rollcall: Rollcall, over: Parameters<typeof notify>[1] = {}, target = 'appointment') {
  const { app, database, secret, get, postForm } = rollcall
  const { id, status } = await notify(rollcall, over, target)
  const [delivery] = await database.selectFrom('deliveries').selectAll().where('notification_id', '=', id).execute()
  const link = answerLink(secret, 'clinica-lisboa', delivery!.delivery_id)
  const url = `/a/${link}`
  const open = (method: 'GET' | 'HEAD' = 'GET', headers = {}) => app.inject({ url, method, headers })
  const send = (fields: Record<string, string>, headers = {}) => postForm(url, fields, headers)
  const nonce = /name="nonce" value="([^"]+)"/.exec((await open()).body)?.[1] ?? ''
  return {
    id,
    url,
    link,
    nonce,
    open,
    send,
    answer: (answer: string, wish = '') => send({ answer, nonce, wish }),
    state: async () => (await status()).state as State,
    /** Returns the check-in token on the page. */
    token: async () => /<data value="([0-9A-Z]{26})">/.exec((await open()).body)?.[1],
    actions: async () => {
      const list = (await get(byDate('2026-03-29', '2026-03-31'))).json()
      return list.filter((one: { notification_id: string }) => one.notification_id === id)
    },
  }
}

export const setTime = ({ clock }: Rollcall, time: string) => {
  clock.time = parseInstant(time)!
}

export const setState = ({ database }: Rollcall, id: string, state: State) =>
  database.updateTable('notifications').set({ state }).where('notification_id', '=', id).execute()

export const notificationRow = ({ database }: Rollcall, id: string) =>
  database.selectFrom('notifications').selectAll().where('notification_id', '=', id).executeTakeFirstOrThrow()

/** The actions on a notification, in their order. */
export const recordedActions = ({ database }: Rollcall, id: string) =>
  database
    .selectFrom('actions')
    .select(['action', 'channel', 'acted_by', 'reason'])
    .where('notification_id', '=', id)
    .orderBy('sequence')
    .execute()

/** The code of a problem, or the status of a response without one. */
export const codeOrStatus = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) =>
  json().code ?? statusCode
