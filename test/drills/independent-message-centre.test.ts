import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { openClinics } from './answering-clinics.ts'
import { hasNetSmpp, perlMessageCentre } from './perl-message-centre.ts'

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

// The values of data_coding.
const gsm = 0
const ucs2 = 8

/** Starts the service with the message centre of `message-centre.pl`. */
async function serveWithCentre() {
  const folder = temporaryFolder()
  const centre = await perlMessageCentre()
  const { database, token, env } = await openClinics(`sqlite:${join(folder, 'rollcall.db')}`, ['clinica-lisboa'])
  const settings = { SMS_URL: centre.url, SMS_FROM: '+351300400500', PUBLIC_URL: 'https://rollcall.test' }
  const { address, log } = await serveRollcall({ ...env, ...settings }, [], folder)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const path = `${address}/v1/notifications/clinica-lisboa`
  let submitted = 0

  return {
    centre,
    log,
    nameClinic: (name: string) => database.updateTable('entities').set({ name }).execute(),
    freeTexts: async () => (await database.selectFrom('replies').select('text').execute()).map(({ text }) => text),
    /** Submits a visit of a contact with a number of its own. */
    async notify({ uid = `+3519123456${10 + submitted}`, language = 'pt_PT' } = {}) {
      const external_id = `A-${++submitted}`
      const contact = { ...item().contact, external_id, language }
      const addresses = [{ channel: 'mobile' as const, uid }]
      const body = JSON.stringify(submission(item({ ...later, external_id, contact, addresses })))
      const response = await fetch(path, { method: 'POST', headers, body })
      const { notifications } = (await response.json()) as { notifications: { id: string }[] }
      const record = async () =>
        (await fetch(`${path}/${notifications[0]!.id}`, { headers })).json() as Promise<NotificationRecord>
      return {
        uid,
        state: async () => (await record()).state,
        delivery: async () => (await record()).deliveries[0],
        /** Returns the texts that arrived at the number. */
        arrived: () => centre.texts().filter(({ destination_addr }) => `+${destination_addr}` === uid),
      }
    },
  }
}

interface NotificationRecord {
  state: string
  deliveries: { state: string; reason?: string }[]
}

describe.skipIf(!hasNetSmpp)('through a message centre of Net::SMPP', () => {
  test('texts arrive whole in either alphabet, over a connection of SMPP 3.4', async () => {
    const { centre, nameClinic, notify } = await serveWithCentre()
    await eventually(centre.binds).toEqual([{ status: 0, interface_version: 0x34, system_id: 'clinic' }])
    for (const [name, language, data_coding, segments] of [
      ['Clínica Lisboa', 'pt_PT', gsm, 1],
      ['Praxis {Süd} [Ñ€]', 'de_DE', gsm, 1],
      // Letters of the extension table take two octets each.
      [`Praxis ${'{[Ä]}~'.repeat(20)}`, 'de_DE', gsm, 3],
      ['Κλινική Αθηνών Άγιος Γεώργιος και Παντελεήμων', 'pt_PT', ucs2, 3],
      ['عيادة النور', 'ar_SA', ucs2, 2],
    ] as const) {
      await nameClinic(name)
      const { arrived } = await notify({ language })
      await eventually(arrived).toHaveLength(1)
      const written = data_coding === gsm ? name.replace('í', 'i') : name
      const link = 'https://rollcall\\.test/a/clinica-lisboa\\.[0-9a-z]{20}'
      expect(arrived()[0]).toMatchObject({
        data_coding,
        segments,
        source_addr: '351300400500',
        text: expect.stringMatching(new RegExp(`^${RegExp.escape(written)}.+${link}( STOP = .+)?$`)),
      })
    }
  })

  test('receipts reach their deliveries, whatever the base of their ids', async () => {
    const { centre, notify } = await serveWithCentre()
    const delivered = []
    // The first six numbers have letters in hexadecimal. The others, from 10000 on, can be read in either base.
    for (const [inResponse, inReceipt] of [...bases, ...bases]) {
      centre.writeIds(inResponse, inReceipt)
      const { arrived, delivery } = await notify()
      await eventually(arrived).toHaveLength(1)
      delivered.push(delivery)
    }
    for (const delivery of delivered) await eventually(delivery).toMatchObject({ state: 'delivered' })
    const { delivery } = await notify({ uid: '+351912000000' })
    await eventually(delivery).toMatchObject({ state: 'failed', reason: 'UNDELIV' })
    expect(new Set(centre.answered())).toEqual(new Set([0]))
  })

  test('replies answer in either alphabet, and free texts arrive as written', async () => {
    const { centre, notify, freeTexts } = await serveWithCentre()
    for (const [language, reply, data_coding, state] of [
      ['pt_PT', 'Sim, obrigado!', gsm, 'confirmed'],
      ['pt_PT', 'Não posso ir', ucs2, 'cancelled'],
      ['de_DE', 'ändern', gsm, 'rescheduling'],
      ['ar_SA', 'نعم', ucs2, 'confirmed'],
    ] as const) {
      const visit = await notify({ language })
      await eventually(visit.delivery).toMatchObject({ state: 'delivered' })
      centre.reply(visit.uid, reply, data_coding)
      await eventually(visit.state).toBe(state)
    }
    const { uid, delivery } = await notify()
    await eventually(delivery).toMatchObject({ state: 'delivered' })
    const texts = ['Où? à 9 h [salle {2}] pour 5 € ~ @Ñ_ΔΩ', 'Ποῦ; أين؟']
    centre.reply(uid, texts[0]!, gsm)
    await eventually(freeTexts).toEqual(texts.slice(0, 1))
    centre.reply(uid, texts[1]!, ucs2)
    await eventually(freeTexts).toEqual(texts)
  })

  test('texts, receipts and replies go over a new connection after the centre cuts the first', async () => {
    const { centre, notify, log } = await serveWithCentre()
    for (const connections of [1, 2, 3]) {
      await eventually(() => centre.binds().length).toBe(connections)
      const { uid, delivery, state } = await notify()
      await eventually(delivery).toMatchObject({ state: 'delivered' })
      centre.reply(uid, 'Sim')
      await eventually(state).toBe('confirmed')
      centre.cut()
    }
    expect(log()).not.toMatch(/"level":(50|60)/)
  })
})

/** How centres write ids: in the response, and in the receipt. */
const bases = [
  ['%X', '%d'],
  ['%d', '%x'],
  ['%08X', '%010d'],
  ['%010d', '%X'],
  ['%010d', '%d'],
  ['%x', '%08X'],
] as const
