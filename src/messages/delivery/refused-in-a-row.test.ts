import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../test/command.ts'
import { entity } from '../../../test/history.ts'
import { mailServer, refusing, refusingData } from '../../../test/mail-server.ts'
import { bootRollcall, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, submission } from '../../../test/submission.ts'
import { incoming } from '../../contacts/replies/incoming.ts'
import { minutes } from '../../platform/time/instant.ts'
import { refusedInARow } from './refused-in-a-row.ts'

const spf = '5.7.26 The MAIL FROM domain has an SPF record with a hard fail policy'
const blocked = '5.7.1 Client host [192.0.2.7] blocked using dnsbl.example'

let submitted = 0

/** Submits mails to different addresses, and sends them to a server with these options, a second after the last. */
async function sendTo(rollcall: Rollcall, count: number, options: Parameters<typeof mailServer>[0] = {}) {
  const { email } = await mailServer(options)
  await rollcall.given(entity())
  const items = Array.from({ length: count }, () => {
    const uid = `p${++submitted}@example.org`
    return item({ ...later, external_id: uid, addresses: [{ channel: 'email', uid }] })
  })
  await rollcall.post('/v1/notifications/clinica-lisboa', submission(...items))
  rollcall.clock.time += 1_000_000
  while ((await rollcall.deliver({ email })) > 0);
}

const found = ({ database, clock }: Rollcall) => refusedInARow(database, 'email', clock.now())
const shown = async ({ app }: Rollcall) => /<dt>E-mail<\/dt><dd>(.*)<\/dd>/.exec((await app.inject('/health')).body)![1]

describe('mails that servers refuse', () => {
  eachEngine('are a warning from fifteen in a row on, until one is accepted', async (rollcall) => {
    await sendTo(rollcall, 14, refusing(550, spf))
    expect(await found(rollcall)).toBeUndefined()
    await sendTo(rollcall, 1, refusing(550, spf))
    expect(await found(rollcall)).toEqual({ why: 'authentication', count: 15 })
    expect(await shown(rollcall)).toContain('The last 15 were refused: SPF, DKIM, DMARC or the reverse DNS')
    expect((await rollcall.app.inject('/health')).body).toContain('works only in part</h1>')
    await sendTo(rollcall, 1)
    expect(await found(rollcall)).toBeUndefined()
    expect(await shown(rollcall)).not.toContain('refused')
  })

  serviceTest('for different reasons are no warning', async (rollcall) => {
    await sendTo(rollcall, 10, refusing(550, spf))
    await sendTo(rollcall, 10, refusing(550, blocked))
    expect(await found(rollcall)).toBeUndefined()
    await sendTo(rollcall, 5, refusing(550, blocked))
    expect(await found(rollcall)).toEqual({ why: 'blocklist', count: 15 })
  })

  serviceTest('because of their addresses neither count nor end the row', async (rollcall) => {
    await sendTo(rollcall, 20, refusing(550, '5.1.1 User unknown'))
    expect(await found(rollcall)).toBeUndefined()
    await sendTo(rollcall, 8, refusingData(554, '5.7.1 Message rejected as spam'))
    await sendTo(rollcall, 3, refusing(552, '5.2.2 Mailbox full'))
    await sendTo(rollcall, 7, refusingData(554, '5.7.1 Message rejected as spam'))
    expect(await found(rollcall)).toEqual({ why: 'content', count: 15 })
  })

  serviceTest('after a relay accepted them are a warning, although it accepts the next', async (rollcall) => {
    const { database, clock } = rollcall
    await sendTo(rollcall, 15)
    const { bounced } = incoming(rollcall, 'email')
    for (const { uid, ...delivery } of await database
      .selectFrom('deliveries')
      .select(['entity_id', 'delivery_id', 'uid'])
      .execute())
      await bounced(delivery, { uid, reason: `550 ${blocked}`, isUndeliverable: false })
    expect(await found(rollcall)).toEqual({ why: 'blocklist', count: 15 })
    await sendTo(rollcall, 1)
    expect(await found(rollcall)).toEqual({ why: 'blocklist', count: 15 })
    clock.time += minutes(11)
    expect(await found(rollcall)).toBeUndefined()
  })

  serviceTest('are found by an index', async (rollcall) => {
    const statements: string[] = []
    const record = (message: unknown) => void statements.push((message as { sql: string }).sql)
    subscribe('sqlite.db.query', record)
    onTestFinished(() => void unsubscribe('sqlite.db.query', record))
    await found(rollcall)
    const text = statements.find((one) => one.includes('attempted_at is not null'))
    const plan = await rollcall.database.engine.read({ sql: `explain query plan ${text}`, parameters: [] })
    expect(plan).toMatchObject([{ detail: 'SEARCH deliveries USING INDEX deliveries_email_attempts (attempted_at>?)' }])
  })
})

test('rollcall check warns of fifteen refused mails in a row', async () => {
  const rollcall = await bootRollcall()
  await sendTo(rollcall, 15, refusing(550, blocked))
  const { code, stderr } = await runCommand(['check'], { DATABASE_URL: rollcall.url })
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining(
      'Warning: E-mail: The last 15 were refused: the sending server or domain is on a blocklist, or has a bad reputation.',
    ),
  })
})
