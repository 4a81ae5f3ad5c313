// Joins Rollcall to a phone with SMS Gateway for Android (sms-gate.app). docs/gateways.md has the settings.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'

const names = ['PORT', 'TEXTS_KEY', 'REPLY_URL', 'SMSGATE_URL', 'SMSGATE_LOGIN', 'SIGNING_KEY', 'EVENTS_URL', 'FOLDER']
const missing = names.filter((name) => !process.env[name])
if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}.`)
const settings = process.env as Record<string, string>
const { TEXTS_KEY, REPLY_URL, SMSGATE_URL, SMSGATE_LOGIN, SIGNING_KEY, EVENTS_URL, FOLDER } = settings

type Answer = [status: number, words?: string]

const post = (url: string, body: object, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })
const smsGate = (path: string, body: object) =>
  post(SMSGATE_URL + path, body, { authorization: `Basic ${Buffer.from(SMSGATE_LOGIN!).toString('base64')}` })

/** The file with the URL for the report on a text: the phone returns only the id. */
function fileOf(id: string) {
  if (!/^[\w-]{1,36}$/.test(id)) throw new Error('not an id of Rollcall')
  return join(FOLDER!, id)
}

/** Hands a text of Rollcall to the phone. */
async function send({ id, to, text, status_url }: Record<string, string>): Promise<Answer> {
  await writeFile(fileOf(id!), status_url!)
  // With several phones, a retry must choose the same one: only there, the id is known.
  const phone = { deviceId: settings.SMSGATE_DEVICE, withDeliveryReport: true }
  const response = await smsGate('/messages', { id, phoneNumbers: [to], textMessage: { text }, ...phone })
  if (response.ok || response.status === 409) return [202]
  const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string }
  // 422 is final. sms-gate also says 400 when it has no phone: then Rollcall tries again.
  return [response.status === 400 && /phone number/.test(message) ? 422 : 502, message]
}

/** Passes on what the phone reports. The phone repeats a report until it gets a 2xx status. */
async function report({ event, payload }: { event: string; payload: Record<string, string> }): Promise<Answer> {
  const { phoneNumber, message, messageId, reason } = payload
  if (event === 'sms:received')
    return passedOn(await post(REPLY_URL!, { from: phoneNumber, text: message!.slice(0, 2_000) }))
  const statusUrl = await readFile(fileOf(messageId!), 'utf8').catch(() => undefined)
  // A text of another program, or another part of a text.
  if (!statusUrl) return [204]
  const status =
    event === 'sms:delivered' ? { status: 'delivered' } : { status: 'failed', reason: reason!.slice(0, 300) }
  const answer = passedOn(await post(statusUrl, status))
  if (answer[0] === 204) await rm(fileOf(messageId!), { force: true })
  return answer
}

const passedOn = ({ ok, status }: Response): Answer => (ok ? [204] : [502, `Rollcall responds ${status}`])

const isSame = (one: string, other: string | string[] | undefined) =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', String(other), 'buffer'))

function isSigned({ 'x-timestamp': timestamp, 'x-signature': signature }: IncomingMessage['headers'], body: Buffer) {
  const expected = createHmac('sha256', SIGNING_KEY!).update(body).update(String(timestamp)).digest('hex')
  return isSame(expected, signature) && Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300
}

async function respond(request: IncomingMessage): Promise<Answer> {
  const { method, url, headers } = request
  if (method !== 'POST' || !(Number(headers['content-length']) < 65_536)) return [413]
  const body = Buffer.concat(await request.toArray())
  if (url === '/texts' && isSame(`Bearer ${TEXTS_KEY}`, headers.authorization)) return send(JSON.parse(String(body)))
  if (url === '/events' && isSigned(headers, body)) return report(JSON.parse(String(body)))
  return [401]
}

mkdirSync(FOLDER!, { recursive: true, mode: 0o700 })
createServer(async (request, response) => {
  const [status, words] = await respond(request).catch((error): Answer => [502, String(error.cause ?? error)])
  response.writeHead(status).end(words)
}).listen(Number(settings.PORT), '127.0.0.1')

for (const event of ['sms:delivered', 'sms:failed', 'sms:received']) {
  const { ok, status } = await smsGate('/webhooks', { id: `rollcall-${event.slice(4)}`, event, url: EVENTS_URL })
  if (!ok) throw new Error(`sms-gate does not take ${EVENTS_URL} for ${event}: ${status}`)
}
console.log('Texts go to the phone, and its reports to Rollcall.')
