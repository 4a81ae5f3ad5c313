import { expect, vi } from 'vitest'
import type { AccessTokenStatus, ChannelStatus } from '../../../client/client.ts'
import { notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { serveRollcall } from '../../../test/process.ts'
import { eachEngine, type Rollcall, secretKey } from '../../../test/rollcall.ts'
import { item, later, mail, submission } from '../../../test/submission.ts'

const env = ({ url }: Rollcall) => ({ DATABASE_URL: url, SECRET_KEY: secretKey, RATE_LIMIT: '0' })

eachEngine('the service itself sends to a server that was set up while it runs, and says so', async (rollcall) => {
  const { received, port } = await mailServer()
  await rollcall.given(entity())
  // The test may run at night.
  await rollcall.put('/v1/entities/clinica-lisboa/quiet-hours', { hours: [], holidays: [] })
  const processes = [await serveRollcall(env(rollcall)), await serveRollcall(env(rollcall))]
  const [first, second] = processes.map(({ address }) => address) as [string, string]
  const ask = async (address: string, path: string, init: RequestInit & { tag?: string } = {}) => {
    const { tag, ...rest } = init
    const headers = {
      authorization: `Bearer ${rollcall.token}`,
      ...(rest.body && { 'content-type': 'application/json' }),
      ...(tag && { 'if-match': tag }),
    }
    return fetch(address + path, { ...rest, headers })
  }
  const unsentAt = async (address: string) =>
    ((await (await ask(address, '/v1/access-token')).json()) as AccessTokenStatus).unsent?.channels
  expect(await unsentAt(second)).toContain('email')
  const { headers } = await ask(first, '/v1/channels/email')
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'notices@clinic.example',
    PUBLIC_URL: 'https://rollcall.test',
  }
  const body = JSON.stringify(settings)
  const set = await ask(first, '/v1/channels/email', { method: 'PUT', body, tag: headers.get('etag')! })
  expect(set.status).toBe(200)
  expect(await unsentAt(first)).not.toContain('email')
  await vi.waitFor(async () => expect(await unsentAt(second)).not.toContain('email'), { timeout: 5_000, interval: 200 })
  const given = JSON.stringify(submission(item({ ...later, addresses: [mail] })))
  expect((await ask(second, notifications, { method: 'POST', body: given })).status).toBe(202)
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 15_000 })
  expect(received[0]).toContain('https://rollcall.test/a/')
  const states = async () =>
    Promise.all(
      [first, second].map(async (one) => ((await (await ask(one, '/v1/channels')).json()) as ChannelStatus[])[1]),
    )
  await vi.waitFor(
    async () =>
      expect(await states()).toContainEqual(
        expect.objectContaining({ channel: 'email', state: 'works', last_accepted_at: expect.any(String) }),
      ),
    { timeout: 5_000 },
  )
  for (const { stop } of processes) await stop()
})
