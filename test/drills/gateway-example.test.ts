import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../command.ts'
import { freePort } from '../postgres-server.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { login, phoneEvent, postEvent, signingKey, startSmsGate } from '../sms-gate.ts'
import { item, later, submission } from '../submission.ts'
import { openClinics } from './answering-clinics.ts'

const example = fileURLToPath(new URL('../../examples/gateways/sms-gate.ts', import.meta.url))

/** Starts the example of docs/gateways.md between the service and the server of the phone. */
async function startGateway() {
  const folder = temporaryFolder()
  const smsGate = await startSmsGate()
  const [port, gatewayPort] = [await freePort(), await freePort()]
  const gateway = `http://127.0.0.1:${gatewayPort}`
  const { token, env } = await openClinics(`sqlite:${join(folder, 'rollcall.db')}`, ['clinica-lisboa'])
  const environment = {
    ...env,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMS_URL: `${gateway}/texts`,
    SMS_HEADERS: '{"Authorization":"Bearer texts-key"}',
    SMS_FROM: '+351300400500',
  }
  const { stdout } = await runCommand(['reply-url'], environment)
  const settings = {
    PORT: String(gatewayPort),
    TEXTS_KEY: 'texts-key',
    REPLY_URL: stdout.trim(),
    FOLDER: join(folder, 'texts'),
    SMSGATE_URL: smsGate.url,
    SMSGATE_LOGIN: login,
    SIGNING_KEY: signingKey,
    EVENTS_URL: 'https://clinic.example/events',
  }
  const example = await startExample(settings)
  const { address } = await serveRollcall(environment, [], folder)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const path = `${address}/v1/notifications/clinica-lisboa`
  let visits = 0

  return {
    smsGate,
    settings,
    example,
    gateway,
    eventsUrl: `${gateway}/events`,
    textsOfOpenReports: () => readdirSync(settings.FOLDER),
    /** Submits a visit. Returns functions that read its record. */
    async notify(uid: string) {
      const addresses = [{ channel: 'mobile' as const, uid }]
      const body = JSON.stringify(submission(item({ ...later, external_id: `A-${++visits}`, addresses })))
      const response = await fetch(path, { method: 'POST', headers, body })
      const { notifications } = (await response.json()) as { notifications: { id: string }[] }
      const record = async () =>
        (await fetch(`${path}/${notifications[0]!.id}`, { headers })).json() as Promise<NotificationRecord>
      const messageOf = () => [...smsGate.messages.values()].find(({ phoneNumbers }) => phoneNumbers[0] === uid)
      return {
        state: async () => (await record()).state,
        delivery: async () => (await record()).deliveries[0],
        /** Resolves when the phone has the text. */
        async sent() {
          await expect.poll(messageOf).toBeDefined()
          return messageOf()!
        },
      }
    },
  }
}

interface NotificationRecord {
  state: string
  deliveries: { state: string; reason?: string; attempts: number }[]
}

async function startExample(settings: Record<string, string>) {
  const child = spawn(process.execPath, [example], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return child
}

test('a phone with SMS Gateway sends a notice, and its reports and the reply come back', async () => {
  const { smsGate, eventsUrl, textsOfOpenReports, notify } = await startGateway()
  expect([...smsGate.webhooks.values()].map(({ event, url }) => [event, url])).toEqual(
    ['sms:delivered', 'sms:failed', 'sms:received'].map((event) => [event, 'https://clinic.example/events']),
  )
  const [first, second] = [await notify('+351912345678'), await notify('+351912345679')]
  const [toFirst, toSecond] = [await first.sent(), await second.sent()]
  expect(toFirst).toMatchObject({
    textMessage: { text: expect.stringContaining('Responda SIM') },
    withDeliveryReport: true,
  })
  await expect.poll(first.delivery).toMatchObject({ state: 'sent' })

  const delivered = {
    messageId: toFirst.id,
    phoneNumber: '+351912345678',
    deliveredAt: '2099-05-01T10:00:00.000+01:00',
  }
  // A text in two parts has two reports.
  for (const _part of [1, 2]) expect(await phoneEvent(eventsUrl, 'sms:delivered', delivered)).toBe(204)
  expect(await first.delivery()).toMatchObject({ state: 'delivered' })
  const reason = 'Send result: RESULT_ERROR_NO_SERVICE'
  expect(await phoneEvent(eventsUrl, 'sms:failed', { messageId: toSecond.id, reason })).toBe(204)
  expect(await second.delivery()).toMatchObject({ state: 'failed', reason })
  expect(textsOfOpenReports()).toEqual([])

  const reply = { messageId: '5f3a', phoneNumber: '+351912345678', message: 'Sim', simNumber: 1 }
  expect(await phoneEvent(eventsUrl, 'sms:received', reply)).toBe(204)
  expect(await first.state()).toBe('confirmed')
})

test('a number that the phone refuses fails, and a text waits while there is no phone', async () => {
  const { smsGate, notify } = await startGateway()
  const { delivery } = await notify('+351213000000')
  await expect.poll(delivery).toMatchObject({ state: 'failed', reason: '422 not mobile phone number' })
  smsGate.state.hasPhone = false
  const waiting = await notify('+351912345678')
  await expect.poll(waiting.delivery).toMatchObject({ state: 'pending', reason: '502 record not found' })
})

test('a text whose response is lost is sent once, and a restart before its report loses nothing', async () => {
  const { smsGate, settings, example, eventsUrl, notify } = await startGateway()
  smsGate.state.losesNextResponse = true
  const { sent, delivery } = await notify('+351912345678')
  const { id } = await sent()
  await expect.poll(delivery).toMatchObject({ state: 'pending', reason: expect.stringMatching(/^502 /) })
  await expect.poll(delivery).toMatchObject({ state: 'sent', attempts: 2 })
  expect(smsGate.messages.size).toBe(1)
  example.kill('SIGKILL')
  await once(example, 'exit')
  await startExample(settings)
  expect(await phoneEvent(eventsUrl, 'sms:delivered', { messageId: id })).toBe(204)
  expect(await delivery()).toMatchObject({ state: 'delivered' })
})

test('a forged, altered or old event changes nothing, nor does a text without the key', async () => {
  const { smsGate, gateway, eventsUrl, notify } = await startGateway()
  const { sent, state, delivery } = await notify('+351912345678')
  const { id } = await sent()
  await expect.poll(delivery).toMatchObject({ state: 'sent' })
  const reply = { messageId: '5f3a', phoneNumber: '+351912345678', message: 'Sim' }
  expect(await phoneEvent(eventsUrl, 'sms:received', reply, { key: 'guessed' })).toBe(401)
  expect(await phoneEvent(eventsUrl, 'sms:received', reply, { ageSeconds: 310 })).toBe(401)
  expect(await phoneEvent(eventsUrl, 'sms:received', reply, { ageSeconds: -310 })).toBe(401)
  expect(await postEvent(eventsUrl, JSON.stringify({ event: 'sms:failed', payload: { messageId: id } }), {})).toBe(401)
  expect(await postEvent(`${gateway}/texts`, JSON.stringify({ id: 'x' }), { authorization: 'Bearer guessed' })).toBe(
    401,
  )
  expect(await phoneEvent(eventsUrl, 'sms:delivered', { messageId: '../texts' })).toBe(502)
  // A text of another program.
  expect(await phoneEvent(eventsUrl, 'sms:delivered', { messageId: 'PyDmBQZZXYmyxMwED8Fzy' })).toBe(204)
  expect(await state()).toBe('open')
  expect(await delivery()).toMatchObject({ state: 'sent' })
  expect(smsGate.messages.size).toBe(1)
})

test('the example names the settings that it lacks, and docs/gateways.md has all of them', async () => {
  const child = spawn(process.execPath, [example], { env: {}, stdio: ['ignore', 'ignore', 'pipe'] })
  const [said] = await Promise.all([child.stderr.toArray(), once(child, 'exit')])
  const [, list] = /Error: Set (.*)\./.exec(said.join(''))!
  const text = readFileSync(new URL('../../docs/gateways.md', import.meta.url), 'utf8')
  const documented = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(documented).toEqual([...list!.split(', '), 'SMS_URL', 'SMS_HEADERS', 'SMS_FROM'])
})
