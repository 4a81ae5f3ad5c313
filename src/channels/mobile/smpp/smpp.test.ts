import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import smpp from 'smpp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { messageCentre } from '../../../../test/message-centre.ts'
import { outerAddress } from '../../../../test/outer-address.ts'
import { bootRollcall, eachEngine, serviceTest } from '../../../../test/rollcall.ts'
import { notify } from '../../../../test/submission.ts'
import { plaintextNetworks, thisMachine } from '../../../platform/config/networks.ts'
import { minutes } from '../../../platform/time/instant.ts'
import { smppRefusal, smppSender } from './sender.ts'

const { ESME_RINVDSTADR, ESME_RTHROTTLED } = smpp.errors

describe('a text message over SMPP', () => {
  serviceTest('is submitted in one segment, and is sent once the centre accepts it', async (rollcall) => {
    const { mobile, submitted, texts } = await messageCentre(rollcall)
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(texts()).toEqual([
      expect.stringMatching(
        /^Clinica Lisboa: Joao, consulta seg 30 mar 09:30\. Responda SIM, NAO ou OUTRA DATA, ou abra https:\/\/rollcall\.test\/a\/clinica-lisboa\.[0-9a-z]{20} STOP=sair$/,
      ),
    ])
    expect(submitted[0]).toMatchObject({
      source_addr: '300400500'.padStart(12, '351'),
      source_addr_ton: 1,
      source_addr_npi: 1,
      destination_addr: '351912345678',
      dest_addr_ton: 1,
      data_coding: 0,
      esm_class: 0,
      registered_delivery: 1,
    })
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  serviceTest('invites no reply when its sender is a name', async (rollcall) => {
    const { mobile, submitted, texts } = await messageCentre(rollcall, { from: 'Clinica' })
    await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(texts()[0]).toContain('Confirme, altere ou cancele')
    expect(submitted[0]).toMatchObject({ source_addr: 'Clinica', source_addr_ton: 5, source_addr_npi: 0 })
  })

  serviceTest('that is long arrives whole, and requests a receipt for its last part', async (rollcall) => {
    const { mobile, submitted, texts } = await messageCentre(rollcall)
    const name = 'Κλινική Αθηνών Άγιος Γεώργιος και Παντελεήμων'
    await rollcall.given({ type: 'entity', id: 'clinica-lisboa', name, time_zone: 'Europe/Athens', language: 'el' })
    await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(texts()).toEqual([expect.stringContaining(`${name}: João, consulta seg 30 mar 11:30.`)])
    expect(submitted.length).toBeGreaterThan(1)
    expect(submitted.map((pdu) => pdu.registered_delivery)).toEqual([...submitted.slice(1).map(() => 0), 1])
    expect(submitted.every((pdu) => pdu.esm_class === 0x40 && pdu.data_coding === 8)).toBe(true)
  })

  serviceTest('is delivered, failed or still sent, as its receipt says', async (rollcall) => {
    let texts = 0
    const { mobile, receipt } = await messageCentre(rollcall, { answer: () => ({ message_id: `id-${++texts}` }) })
    for (const [stat, outcome] of Object.entries({
      DELIVRD: { state: 'delivered', delivered_at: '2026-03-30T08:00:00.000000+00:00' },
      UNDELIV: { state: 'failed', reason: 'UNDELIV' },
      REJECTD: { state: 'failed', reason: 'REJECTD' },
      ENROUTE: { state: 'sent' },
    })) {
      const { delivery } = await notify(rollcall, { external_id: stat })
      await rollcall.deliver({ mobile })
      const id = `id-${texts}`
      expect(await receipt(`id:${id} sub:001 dlvrd:001 submit date:2603300900 stat:${stat} err:000 text:`)).toBe(0)
      expect(await delivery()).toMatchObject(outcome)
    }
  })

  serviceTest('matches a receipt that writes its id in the other base', async (rollcall) => {
    const { mobile, receipt } = await messageCentre(rollcall, { answer: () => ({ message_id: '00BEEF' }) })
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    await receipt('id:0000048879 stat:DELIVRD err:000')
    expect((await delivery()).state).toBe('delivered')
  })

  eachEngine('matches a receipt that comes before the response is stored', async (rollcall) => {
    const { mobile, receipt } = await messageCentre(rollcall, {
      answer: () => {
        early = receipt('id:id-early stat:DELIVRD err:000')
        return { message_id: 'id-early' }
      },
    })
    let early: Promise<number> | undefined
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(await early).toBe(0)
    expect((await delivery()).state).toBe('delivered')
  })

  serviceTest("does not match another text's receipt whose id is the same in the other base", async (rollcall) => {
    const { mobile, deliver } = await messageCentre(rollcall, { answer: () => ({ message_id: '64' }) })
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    const receipt = { esm_class: 4, source_addr: '351999999999', short_message: 'id:100 stat:UNDELIV' }
    expect(await deliver(receipt)).toBe(0)
    expect((await delivery()).state).toBe('sent')
  })

  serviceTest('stays sent after an intermediate notification, which is not a reply', async (rollcall) => {
    const { mobile, deliver } = await messageCentre(rollcall)
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(await deliver({ esm_class: 0x20, source_addr: '351912345678', short_message: 'id:id-1 stat:ENROUTE' })).toBe(
      0,
    )
    expect((await delivery()).state).toBe('sent')
    expect((await rollcall.get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30')).json()).toEqual([])
  })

  serviceTest('waits for a centre that is not reachable, also by TLS and IPv6', async ({ app, incoming, logged }) => {
    for (const url of ['smpps://127.0.0.1:1', 'smpp://[::1]:1']) {
      logged.length = 0
      const mobile = smppSender(url, undefined, incoming, app.log)
      await expect.poll(() => logged.join()).toMatch(/Cannot connect to the message centre: connect ECONNREFUSED/)
      mobile.close()
    }
  })

  serviceTest('fails for a number that the centre rejects', async (rollcall) => {
    const { mobile } = await messageCentre(rollcall, { answer: () => ({ command_status: ESME_RINVDSTADR! }) })
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({
      state: 'failed',
      reason: 'the message centre refuses the number: ESME_RINVDSTADR',
    })
  })

  serviceTest('waits while the centre throttles it, without using up an attempt', async (rollcall) => {
    let refusals = 1
    const { mobile } = await messageCentre(rollcall, {
      answer: () => (refusals-- > 0 ? { command_status: ESME_RTHROTTLED! } : { message_id: 'later' }),
    })
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({ state: 'pending', reason: 'ESME_RTHROTTLED' })
    rollcall.clock.time += minutes(1)
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  serviceTest('is sent over the next connection when one breaks before the response', async (rollcall) => {
    let breaks = 1
    const { mobile, cut } = await messageCentre(rollcall, {
      answer: () => {
        if (breaks-- > 0) cut()
        return { message_id: 'again' }
      },
    })
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({
      state: 'pending',
      reason: 'the connection to the message centre was lost',
    })
    rollcall.clock.time += minutes(1)
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({ state: 'sent' })
  })

  serviceTest('goes over a new connection after a PDU that is shorter than its header', async (rollcall) => {
    const { mobile, sendBytes, texts } = await messageCentre(rollcall)
    for (const length of [0, 4, 5, 15]) {
      const pdu = Buffer.alloc(16)
      pdu.writeUInt32BE(length)
      await sendBytes(pdu)
    }
    await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(texts()).toHaveLength(1)
  })

  serviceTest('waits while the centre refuses the password', async (rollcall) => {
    const { url } = await messageCentre(rollcall)
    const { app, incoming, logged } = rollcall
    const mobile = smppSender(url.replace('pass%20word', 'another'), 'Clinica', incoming, app.log)
    await expect.poll(() => logged.join()).toContain('refuses to bind')
    expect(logged.join()).not.toContain('another')
    mobile.close()
  })

  test.skipIf(!outerAddress)('goes to a centre on the network only over TLS, or if its network is listed', async () => {
    const { app, incoming, logged } = await bootRollcall()
    const passwords: unknown[] = []
    const server = smpp.createServer((session) => {
      session.on('error', () => session.destroy())
      session.on('bind_transceiver', (pdu) => {
        passwords.push(pdu.password)
        session.send(pdu.response())
      })
    })
    server.listen(0, outerAddress)
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `smpp://clinic:secret@${outerAddress}:${(server.address() as AddressInfo).port}`

    const refused = smppSender(url, undefined, incoming, app.log)
    const words = `passwords and messages do not go to ${outerAddress} without TLS. Use TLS, or add its network to`
    await expect.poll(() => logged.join()).toContain(words)
    refused.close()
    expect(passwords).toEqual([])
    expect(await smppRefusal(url, thisMachine)).toContain(words)

    const listed = plaintextNetworks(`${outerAddress}/32`)!
    const taken = smppSender(url, undefined, incoming, app.log, listed)
    await taken.ready!()
    taken.close()
    expect(passwords).toEqual(['secret'])
    expect(await smppRefusal(url, listed)).toBeUndefined()
  })
})

test('a connection to a message centre announces SMPP 3.4', async () => {
  const { mobile, binds } = await messageCentre(await bootRollcall())
  await mobile.ready!()
  expect(binds).toMatchObject([{ interface_version: 0x34 }])
})
