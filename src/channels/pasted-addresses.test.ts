import { describe, expect } from 'vitest'
import { entity } from '../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { item, notify, submission } from '../../test/submission.ts'
import { incoming } from '../contacts/replies/incoming.ts'
import { readConfig } from './configuration.ts'

const optOuts = '/v1/opt-outs/clinica-lisboa'
const notifications = '/v1/notifications/clinica-lisboa'
const mail = { channel: 'email', uid: 'maria@example.org' } as const
const mobile = { channel: 'mobile', uid: '+351912345678' } as const

// What mail programs, contacts of telephones, chats and spreadsheets put around an address.
const pastedMails = [
  '\u202amaria@example.org\u202c',
  'maria\u00ad@example.org\ufeff',
  '\u2068maria@example.org\u2069\u00a0',
  '\u200bmaria@exam\u200bple.org',
  'maria@example.org\ufe0f',
  'mailto:maria@example.org?subject=Visit',
  'Maria Santos <maria@example.org>',
  '"Santos, Maria" <mailto:maria@example.org>',
  '<maria@example.org>;',
]
const pastedNumbers = [
  '\u202d+351\u00a0912\u2011345\u2011678\u202c',
  '\u200e\u2066+351912345678\u2069',
  '+351 912\u2009345\u200b678\u2060',
  'tel:+351-912-345-678',
  '＋３５１９１２３４５６７８',
]

describe('a pasted address', () => {
  eachEngine('is the one that has opted out', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put(optOuts, { channel: 'email', uid: pastedMails[0], opted_out: true })
    await rollcall.put(optOuts, { channel: 'mobile', uid: pastedNumbers[0], opted_out: true })
    expect((await rollcall.get(optOuts)).json()).toMatchObject([mail, mobile])
    for (const [index, address] of [
      ...pastedMails.map((uid) => ({ channel: 'email' as const, uid })),
      ...pastedNumbers.map((uid) => ({ channel: 'mobile' as const, uid })),
    ].entries()) {
      const { delivery } = await notify(rollcall, { external_id: `A-${index}`, addresses: [address] })
      await rollcall.deliver()
      const { channel, uid } = address.channel === 'email' ? mail : mobile
      expect([address.uid, await delivery()]).toMatchObject([address.uid, { channel, uid, state: 'stopped' }])
    }
  })

  serviceTest('counts once beside the same one', async (rollcall) => {
    const addresses = [...pastedMails.map((uid) => ({ channel: 'email' as const, uid })), mail]
    const { status } = await notify(rollcall, { addresses })
    expect((await status()).deliveries).toMatchObject([mail])
  })

  serviceTest('is found by a search for it', async (rollcall) => {
    await notify(rollcall, { addresses: [mobile] })
    const search = encodeURIComponent('\u202a+351 912 345 678\u202c')
    const found = await rollcall.get(`${notifications}/byvisit/2026-03-30/2026-04-30?q=${search}`)
    expect(found.json()).toHaveLength(1)
  })

  serviceTest('is that of the contact who replies', async (rollcall) => {
    const { status } = await notify(rollcall, { addresses: [{ channel: 'mobile', uid: pastedNumbers[0]! }] })
    await rollcall.deliver()
    const { app, folder } = rollcall
    const config = readConfig({ DATABASE_URL: `sqlite:${folder}/rollcall.db` })
    const context = { ...rollcall, config, log: app.log, origin: () => 'https://rollcall.test' }
    await incoming(context, 'mobile').reply({ uid: '\u202a00351912345678\u202c', text: 'STOP' })
    expect((await status()).deliveries).toMatchObject([{ ...mobile, opted_out: 'opt-out' }])
  })

  serviceTest('is invalid if nobody can tell which one it is', async (rollcall) => {
    await rollcall.given(entity())
    for (const uid of [
      '\u200b',
      'maria@example.org, ana@example.org',
      'ana@example.org <maria@example.org>',
      'Maria <>',
    ]) {
      const { errors } = (await rollcall.put(optOuts, { channel: 'email', uid, opted_out: true })).json()
      expect([uid, errors]).toEqual([uid, [{ parameter: '/uid', reason: 'must be an e-mail address' }]])
    }
  })
})

describe('the response to a submission', () => {
  const submit = async ({ post }: Rollcall, body: object) => (await post(notifications, body)).json()
  const contact = { external_id: 'P-1', name: 'Ana Prado', country: 'BR' }
  const numbers = ['(21) 9876-1234', '+49 (0)170 1234567', '(21) 3333-1234', '912345678']
  const mixed = item({
    external_id: 'A-2',
    contact,
    addresses: numbers.map((uid) => ({ channel: 'mobile' as const, uid })),
  })

  eachEngine('names each corrected number, and each landline for texts', async (rollcall) => {
    await rollcall.given(entity())
    const addresses = [...numbers.slice(0, 3).map((uid) => ({ channel: 'mobile' as const, uid })), mail]
    const whatsapp = { channel: 'whatsapp' as const, uid: '(21) 3333-1234' }
    const body = submission(item(), item({ external_id: 'A-2', contact, addresses: [...addresses, whatsapp] }))
    const notes = [
      { parameter: '/notifications/1/addresses/0/uid', kind: 'repaired', reason: 'was read as +5521998761234' },
      { parameter: '/notifications/1/addresses/1/uid', kind: 'repaired', reason: 'was read as +491701234567' },
      {
        parameter: '/notifications/1/addresses/2/uid',
        kind: 'landline',
        reason: 'is a landline, which may not receive texts',
      },
    ]
    expect(await submit(rollcall, { ...body, dry_run: true })).toMatchObject({ notes })
    expect(await submit(rollcall, body)).toMatchObject({ notes })
    expect(await submit(rollcall, body)).not.toHaveProperty('notes')
  })

  serviceTest('has the reason of a number that nobody has, and no notes of a rejected item', async (rollcall) => {
    await rollcall.given(entity())
    const { faults, notes } = await submit(rollcall, { ...submission(item(), mixed), on_fault: 'skip' })
    const reason = 'must be a phone number: the area code is missing'
    expect([faults, notes]).toEqual([[{ parameter: '/notifications/1/addresses/3/uid', reason }], undefined])
  })
})
