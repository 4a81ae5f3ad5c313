import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Command } from 'commander'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Channel } from '../../src/channels/channel.ts'
import type { ChannelName } from '../../src/channels/registry.ts'
import type { Rollcall } from '../rollcall.ts'

// The modules read the registry while they load. Load them again with one more channel, and once more without it.
vi.resetModules()
// The document that the recorded exchanges are checked against does not have this channel.
vi.stubEnv('EXCHANGES', '')
const { channels, channelNames } = await import('../../src/channels/registry.ts')
const { pager } = await import('./pager.ts')
const name = pager.name as string as ChannelName
;(channels as unknown as Channel[]).push(pager)
;(channelNames as unknown as ChannelName[]).push(name)
const { serviceTest } = await import('../rollcall.ts')
const { readConfig, settings } = await import('../../src/channels/configuration.ts')
const { destinations, openChannels, plaintextFaults } = await import('../../src/channels/open-channels.ts')
const { notifications, contact } = await import('../contact.ts')
const { notify } = await import('../submission.ts')
const { incoming } = await import('../../src/contacts/replies/incoming.ts')
const { replyUrlCommand } = await import('../../src/cli/reply-url.ts')
afterAll(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const uid = '0012345'
/** As the provider reports it, and as addresses compare. */
const shortUid = '12345'
const addresses = [{ channel: name, uid: '001 23 45' }]
const PUBLIC_URL = 'https://rollcall.test'

/** A real pager server on loopback, and the channel to it as it is configured. */
async function pagerServer({ app, database, secret, clock, audit, folder }: Rollcall) {
  const pages: { uid: string; text: string }[] = []
  const server = createServer(async (request, response) => {
    const page = JSON.parse(Buffer.concat(await request.toArray()).toString())
    pages.push(page)
    const { uid } = page
    response.writeHead(uid === '9999999' ? 400 : 202).end(`page-${uid}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const PAGER_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = readConfig({ DATABASE_URL: `sqlite:${folder}/rollcall.db`, PUBLIC_URL, PAGER_URL })
  const context = { database, config, secret, clock, audit, log: app.log, origin: () => PUBLIC_URL }
  const opened = await openChannels({ ...context, incoming: (channel) => incoming(context, channel) })
  const post = async (payload: object) =>
    expect((await app.inject({ method: 'POST', url: '/pager', payload })).statusCode).toBe(204)
  return { pages, sender: { [name]: opened[name] }, post }
}

describe('a channel that is one folder', () => {
  serviceTest('sends, and reports receipts and failures', async (rollcall) => {
    const { pages, sender, post } = await pagerServer(rollcall)
    const { delivery } = await notify(rollcall, { addresses })
    const other = await notify(rollcall, { external_id: 'A-2', addresses: [{ channel: name, uid: '9999999' }] })
    await rollcall.deliver(sender)
    expect(pages.toSorted((a, b) => a.uid.localeCompare(b.uid))).toMatchObject([
      { uid, text: expect.stringContaining(`${PUBLIC_URL}/a/`) },
      { uid: '9999999' },
    ])
    expect(await delivery()).toMatchObject({ channel: name, uid, state: 'sent' })
    expect(await other.delivery()).toMatchObject({ state: 'failed', reason: 'page-9999999' })
    await post({ page: `page-${uid}`, from: shortUid })
    expect(await delivery()).toMatchObject({ state: 'delivered' })
  })

  serviceTest('takes answers on the page and in replies', async (rollcall) => {
    const { pages, sender, post } = await pagerServer(rollcall)
    const one = await contact(rollcall, { addresses })
    await rollcall.deliver(sender)
    await post({ from: shortUid, text: 'Sim' })
    expect(await one.state()).toBe('confirmed')
    await rollcall.deliver(sender)
    expect(pages.at(-1)!.text).toContain('QR')
    await one.answer('cancel')
    expect(await one.actions()).toMatchObject([
      { action: 'confirm', channel: name, uid },
      { action: 'cancel', channel: name, uid },
    ])
    const shown = (await rollcall.get(`${notifications}/${one.id}/messages`)).json()
    expect(shown.map(({ kind, channel }: { kind: string; channel: string }) => `${kind} ${channel}`)).toEqual([
      ...['notice pager', 'acknowledgement pager'],
    ])
  })

  serviceTest('is told of an answer by telephone, with the link to the QR code', async (rollcall) => {
    const { pages, sender } = await pagerServer(rollcall)
    const { id } = await notify(rollcall, { addresses })
    await rollcall.deliver(sender)
    await rollcall.post(`${notifications}/${id}/answer`, { action: 'confirm' })
    await rollcall.deliver(sender)
    expect(pages).toHaveLength(2)
    expect(pages[1]!.text).toContain('QR')
  })

  serviceTest('opts out and in again', async (rollcall) => {
    const { pages, sender, post } = await pagerServer(rollcall)
    await notify(rollcall, { addresses })
    await rollcall.deliver(sender)
    await post({ from: shortUid, text: 'STOP' })
    const optOuts = async () => (await rollcall.get('/v1/opt-outs/clinica-lisboa')).json()
    expect(await optOuts()).toMatchObject([{ channel: name, uid: shortUid, reason: 'opt-out' }])
    const { delivery } = await notify(rollcall, { external_id: 'A-2', addresses })
    await rollcall.deliver(sender)
    expect(await delivery()).toMatchObject({ state: 'stopped', opted_out: 'opt-out' })
    expect(pages).toHaveLength(1)
    await rollcall.put('/v1/opt-outs/clinica-lisboa', { channel: name, uid, opted_out: false })
    expect(await optOuts()).toEqual([])
  })

  serviceTest('checks its addresses', async (rollcall) => {
    await notify(rollcall, { addresses })
    const faults = (
      await rollcall.put('/v1/opt-outs/clinica-lisboa', { channel: name, uid: '12', opted_out: true })
    ).json()
    expect(faults.errors).toEqual([{ parameter: '/uid', reason: 'must have seven digits' }])
    const { openapi, components } = (await rollcall.get('/openapi.json')).json()
    expect(openapi).toBeDefined()
    expect(components.schemas.Address.properties.channel.enum).toEqual(['mobile', 'email', 'whatsapp', 'pager'])
    expect(components.schemas.Address.description).toContain('a number of seven digits for `pager`')
  })

  test('has settings of its own, and its check', async () => {
    expect(Object.keys(settings)).toContain('PAGER_URL')
    expect(() => readConfig({ PAGER_URL: 'https://pager.example' })).toThrow(
      'SMTP_URL, PAGER_URL, SMS_URL or WHATSAPP_URL is',
    )
    const config = readConfig({ PAGER_URL: 'https://pager.example', PUBLIC_URL })
    expect(destinations(config)).toMatchObject({ pages: expect.stringContaining('https://pager.example, from ') })
    expect(await plaintextFaults(config)).toEqual(['PAGER_URL: the pager server offers no TLS'])
  })

  test('has a URL for replies, which the operator gives to the provider', async () => {
    vi.stubEnv('PUBLIC_URL', PUBLIC_URL)
    vi.stubEnv('SECRET_KEY', 'a key of the tests with 32 characters')
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const command = new Command()
    replyUrlCommand(command)
    await command.parseAsync([], { from: 'user' })
    const urls = write.mock.calls.map(([text]) => text)
    write.mockRestore()
    expect(urls.join('')).toMatch(
      /^texts: https:\/\/rollcall\.test\/sms\/replies\/\w+\npages: https:\/\/rollcall\.test\/pager\?key=\w{8}\n$/,
    )
  })
})
