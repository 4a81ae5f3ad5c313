import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { history } from '../../../test/history.ts'
import { bootRollcall, temporaryFolder } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { email } from '../../channels/email/email.ts'
import { fileSender } from '../../channels/file-sender.ts'

const answers = { unanswered: 'console', unreached: 'console', reminders: 'console' }
const links = { token: 'rc_demo', console: 'console', answers, desk: 'desk', admin: 'admin', answerPage: 'a/x' }

describe('the mails of the demo', () => {
  test('are shown as they are in the outbox, in frames without scripts', async () => {
    const outbox = join(temporaryFolder(), 'outbox')
    const rollcall = await bootRollcall({ demo: () => ({ ...links, outbox }) })
    await rollcall.given(...history())
    const addresses = [{ channel: 'email', uid: 'maria@example.org' } as const]
    await rollcall.post('/v1/notifications/clinica-lisboa', submission(item({ external_id: 'A-2', addresses })))
    await rollcall.deliver({ email: fileSender(email, outbox) })
    const { host } = new URL(await rollcall.listen())
    const { body, headers } = await rollcall.app.inject({ url: '/demo/mails', headers: { host } })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:;/)
    expect(body).toContain('maria@example.org')
    expect(body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(body).toContain('https://rollcall.test/a/clinica-lisboa.')
    expect(body).not.toContain('cid:')
    const foreign = await rollcall.app.inject({ url: '/demo/mails', headers: { host: 'evil.example' } })
    expect(foreign.statusCode).toBe(404)
  })

  test('are not a page of other services', async () => {
    const { app } = await bootRollcall()
    expect((await app.inject('/demo/mails')).statusCode).toBe(404)
  })
})
