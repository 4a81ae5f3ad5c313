import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookAttempt, WebhookWithSecret } from '../../src/systems/webhooks/webhook.ts'
import { dnsServer } from '../dns-server.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { webhookReceiver } from '../webhook-receiver.ts'
import { openClinics } from './answering-clinics.ts'
import { processorSeconds } from './processor-time.ts'

const nameServer = '127.0.0.77'
const testsAtOnce = 40
const patience = { timeout: 90_000 }

// The service gets a resolv.conf of its own. Only root may mount it, and serve port 53.
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0
if (!canMount) console.log('NOT TESTED: names that resolve slowly. The drill needs root.')

test.runIf(canMount)(
  `another clinic's webhook and the sign-in resolve their names beside 5 webhooks and ${testsAtOnce} tests with names that nobody resolves`,
  async () => {
    const folder = temporaryFolder()
    const { asked } = await dnsServer(
      { 'practice.example': ['127.0.0.1'], 'login.example': ['127.0.0.1'] },
      nameServer,
      53,
    )
    const provider = await connectionCounter()
    const { token, env } = await openClinics(`sqlite:${join(folder, 'rollcall.db')}`, ['slow', 'other'])
    const { address, child } = await serveRollcall(
      {
        ...env,
        WEBHOOK_NETWORKS: '127.0.0.0/8',
        PUBLIC_URL: 'https://rollcall.example',
        OIDC_ISSUER: `https://login.example:${provider.port}`,
        OIDC_CLIENT_ID: 'rollcall',
        OIDC_CLIENT_SECRET: 'secret',
      },
      [],
      folder,
      withNameServer(folder, nameServer),
    )
    const post = async <Body>(path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const response = await fetch(`${address}${path}`, {
        method: 'POST',
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Body }
    }
    const subscribe = async (clinic: string, url: string) =>
      (await post<WebhookWithSecret>(`/v1/webhooks/${clinic}`, { url })).body.id
    const submit = (clinic: string) =>
      post(`/v1/notifications/${clinic}`, submission(item({ ...later, external_id: 'A' })))

    const slow: string[] = []
    for (let count = 0; count < 5; count++) slow.push(await subscribe('slow', `http://silent-${count}.example:1/hook`))
    const receiver = await webhookReceiver()
    const other = await subscribe('other', receiver.url.replace('127.0.0.1', 'practice.example'))

    const before = processorSeconds(child.pid!)
    await submit('slow')
    const tests = Array.from({ length: testsAtOnce }, (_, index) =>
      post<WebhookAttempt>(`/v1/webhooks/slow/${slow[index % 5]}/test`),
    )
    await expect.poll(() => asked.filter((name) => name.startsWith('silent')).length, patience).toBeGreaterThan(0)
    await submit('other')
    const [signIn, live] = await Promise.all([fetch(`${address}/sign-in`), fetch(`${address}/livez`)])
    await expect.poll(() => receiver.posted.length, patience).toBe(1)
    const headers = { authorization: `Bearer ${token}` }
    const attemptsOfOther = () =>
      fetch(`${address}/v1/webhooks/other/${other}/attempts`, { headers }).then((response) => response.json())
    await expect.poll(attemptsOfOther, patience).toMatchObject([{ attempt: 1, status: 204 }])
    expect(provider.connections()).toBe(1)
    expect([signIn.status, live.status]).toEqual([503, 200])

    const ended = await Promise.all(tests)
    const statuses = Map.groupBy(ended, ({ status }) => status)
    expect([...statuses.keys()].sort()).toEqual([200, 429])
    expect(statuses.get(200)!.map(({ body }) => body.reason)).toContain('no DNS server answered within 2 s')
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    const used = processorSeconds(child.pid!) - before
    console.log(
      `${statuses.get(200)!.length} tests ran, ${statuses.get(429)!.length} got 429; processor time ${used.toFixed(2)} s`,
    )
  },
)

/** Starts a program with this server as the only one for names. */
function withNameServer(folder: string, address: string): string[] {
  const file = join(folder, 'resolv.conf')
  writeFileSync(file, `nameserver ${address}\n`)
  return ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file]
}

/** A server that closes each connection. */
async function connectionCounter() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}
