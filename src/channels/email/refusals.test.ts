import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect } from 'vitest'
import { mailServer, refusing, refusingData } from '../../../test/mail-server.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mail, moved, notify } from '../../../test/submission.ts'

const refusingSender = (responseCode: number, message: string): SMTPServerOptions => ({
  onMailFrom: (_address, _session, done) => done(Object.assign(new Error(message), { responseCode })),
})

const marks = ({ database }: Rollcall) => database.selectFrom('undeliverable_addresses').select(['uid']).execute()

/** Returns the outcome of a mail that the server refuses: its state, and whether its address is marked. */
async function outcomeOf(rollcall: Rollcall, options: SMTPServerOptions, uid = mail.uid) {
  const { email } = await mailServer(options)
  const { delivery } = await notify(rollcall, { external_id: uid, addresses: [{ ...mail, uid }] })
  await rollcall.deliver({ email })
  const { state } = await delivery()
  const isMarked = (await marks(rollcall)).some((mark) => mark.uid === uid)
  return isMarked ? `${state} and marked` : state
}

describe('a mail server that refuses a mail', () => {
  eachEngine('because of its address marks the address until it is submitted anew', async (rollcall) => {
    expect(await outcomeOf(rollcall, refusing(550, '5.1.1 <joao@example.org>: User unknown'))).toBe('failed and marked')
    const { delivery } = await notify(rollcall, { ...moved, addresses: [mail] })
    expect(await marks(rollcall)).toEqual([])
    const { email } = await mailServer()
    await rollcall.deliver({ email })
    expect((await delivery()).state).toBe('sent')
  })

  const refusals: [string, typeof refusing | typeof refusingSender | typeof refusingData, number, string][] = [
    ['failed and marked', refusing, 550, '5.1.1 The email account that you tried to reach does not exist'],
    ['failed and marked', refusing, 553, 'sorry, no mailbox here by that name'],
    ['failed and marked', refusing, 550, '5.4.1 [joao@example.org]: Recipient address rejected: Access denied'],
    ['failed and marked', refusingData, 550, '5.1.1 <joao@example.org> User unknown; rejecting'],
    // For now.
    ['pending', refusing, 450, '4.1.1 <joao@example.org>: Recipient address rejected: unverified address'],
    ['pending', refusing, 552, '5.2.2 <joao@example.org>: user is over quota'],
    ['pending', refusing, 550, '5.2.1 The email account that you tried to reach is disabled'],
    ['pending', refusingData, 552, '5.2.2 Over quota'],
    // The sender. The operator can resolve the cause.
    ['pending', refusing, 550, '5.1.1 Client host blocked, see https://dnsbl.example/q?ip=192.0.2.7'],
    [
      'pending',
      refusing,
      550,
      'Verification failed for <notices@clinic.example> No Such User Here, sender verify failed',
    ],
    ['pending', refusing, 451, '4.7.1 Greylisted, please try again in 300 seconds'],
    ['pending', refusingData, 550, '5.7.26 The MAIL FROM domain has an SPF record with a hard fail policy'],
    ['pending', refusingSender, 550, '5.1.1 <notices@clinic.example>: User unknown'],
    ['pending', refusingSender, 553, '5.1.8 Domain of sender address does not exist'],
    // The mail.
    ['failed', refusingData, 552, '5.3.4 Message size exceeds fixed limit'],
    ['failed', refusingData, 554, '5.7.1 Message rejected as spam by content filtering'],
    ['failed', refusingData, 554, '5.4.6 Too many hops'],
    ['failed', refusing, 550, 'Rejected'],
  ]

  serviceTest('fails the mail, or tries again, and marks the address only for a fault of its own', async (rollcall) => {
    const outcomes: typeof refusals = []
    for (const [index, [, refuse, code, text]] of refusals.entries())
      outcomes.push([await outcomeOf(rollcall, refuse(code, text), `p${index}@example.org`), refuse, code, text])
    expect(outcomes).toEqual(refusals)
  })
})
