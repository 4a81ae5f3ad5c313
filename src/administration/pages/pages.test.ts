import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { entity } from '../../../test/history.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { createAccessToken } from '../../access/credentials/access-token.ts'
import { languages } from '../../platform/languages/languages.ts'
import { systemClock } from '../../platform/time/instant.ts'
import { tileNames } from './first-page.ts'

const assets = new URL('../../../web/dist/assets/', import.meta.url)

// As much as the scripts of a page: test/browser/budget.test.ts.
const maxPictureBytes = 60 * 1024

describe('the pages', () => {
  test('may load files only from the service, and only the desk may use the camera', async () => {
    const { app } = await bootRollcall()
    for (const [path, camera] of [
      ['/desk', 'camera=(self)'],
      ['/console', 'camera=()'],
    ] as const) {
      const { statusCode, headers } = await app.inject(path)
      expect({ statusCode, type: headers['content-type'] }).toEqual({
        statusCode: 200,
        type: 'text/html; charset=utf-8',
      })
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';script-src 'self'/)
      expect(headers['content-security-policy']).toContain("connect-src 'self';base-uri 'none'")
      expect(headers['content-security-policy']).toContain("font-src 'self'")
      expect(headers['content-security-policy']).not.toContain('unsafe-inline')
      expect(headers['permissions-policy']).toContain(camera)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers['referrer-policy']).toBe('no-referrer')
    }
  })

  test('redirect from an address with a slash, behind any path of a proxy, and keep the query', async () => {
    const { app } = await bootRollcall()
    for (const [url, location] of [
      ['/desk/?kiosk', '../desk?kiosk'],
      ['/%64esk/?kiosk?', '../desk?kiosk?'],
      ['/console/', '../console'],
      ['/admin/', '../admin'],
    ] as const) {
      const { statusCode, headers } = await app.inject(url)
      expect({ url, statusCode, location: headers.location }).toEqual({ url, statusCode: 308, location })
    }
  })

  test('log no error for clients that disconnect early', async () => {
    const { app, listen, logged } = await bootRollcall()
    const { hostname, port } = new URL(await listen())
    const asset = readdirSync(assets).find((name) => name.endsWith('.wasm'))
    const moments: ((socket: Socket) => Promise<unknown>)[] = [
      (socket) => once(socket, 'connect'),
      () => once(app.server, 'connection'),
      () => once(app.server, 'request'),
      (socket) => once(socket, 'data'),
    ]
    for (const path of ['/desk', '/console', `/assets/${asset}`]) {
      for (const moment of moments) {
        const socket = connect(Number(port), hostname)
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
        await moment(socket)
        socket.destroy()
      }
    }
    const disconnected = () => logged.filter((line) => line.includes('the client disconnected'))
    await expect.poll(() => disconnected().length).toBeGreaterThan(0)
    expect(logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([])
  })

  test('have files with hashed names, which browsers may cache', async () => {
    const { app } = await bootRollcall()
    const script = readdirSync(assets).find((name) => name.endsWith('.js'))
    const found = await app.inject({ url: `/assets/${script}`, headers: { 'accept-encoding': 'gzip' } })
    expect(found.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
    })
    const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'))
    expect(fonts.length).toBe(2)
    for (const font of fonts) {
      const { headers } = await app.inject(`/assets/${font}`)
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'font/woff2',
      })
    }
    for (const [name, status] of [
      ['none.js', 404],
      ['..%2fdesk.html', 400],
      ['%2e%2e%2f%2e%2e%2fpackage.json', 400],
      ['..%5c..%5cpackage.json', 400],
    ] as const) {
      const { statusCode, headers } = await app.inject(`/assets/${name}`)
      expect({ name, statusCode, caching: headers['cache-control'] }).toEqual({
        name,
        statusCode: status,
        caching: 'private, no-store',
      })
    }
  })
})

describe('the first page', () => {
  test('is in the language of the browser, and shows no token except in the demo', async () => {
    const { app } = await bootRollcall()
    const { body, headers } = await app.inject({ url: '/', headers: { 'accept-language': 'pt-BR,en;q=0.5' } })
    expect(body).toContain('<html lang="pt">')
    expect(body).not.toContain('rc_')
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    for (const [language, shown] of [
      ['ar', '<html lang="ar" dir="rtl">'],
      ['sv', '<html lang="en">'],
    ] as const)
      expect((await app.inject({ url: '/', headers: { 'accept-language': language } })).body).toContain(shown)
  })

  test('shows the token and the links of the demo only at the address of the service', async () => {
    const links = {
      console: 'console#token=1',
      answers: { unanswered: 'console', unreached: 'console', reminders: 'console' },
      desk: 'desk#token=2',
      admin: 'admin#token=3',
      answerPage: 'a/x',
    }
    const demo = { token: 'rc_demo', ...links, outbox: '' }
    const { app, listen } = await bootRollcall({ demo: () => demo })
    const { host, port } = new URL(await listen())
    const secret = ['./admin#token=3', './demo/mails', './a/x?lang=en', './desk#token=2', './console#token=1']
    const open = ['./admin', './desk', './console']
    for (const [name, isShown] of [
      [host, true],
      [`localhost:${port}`, true],
      [`evil.example:${port}`, false],
      ['evil.example', false],
    ] as const) {
      const { body } = await app.inject({ url: '/', headers: { host: name } })
      const tiles = body.slice(body.indexOf('<p><a href="./admin'))
      const linked = [...tiles.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
      expect([name, body.includes('rc_demo')]).toEqual([name, isShown])
      expect(linked).toEqual([...(isShown ? secret : open), './docs', './health'])
    }
  })

  test('says what to do next until there are a clinic and an access token', async () => {
    const { app, database, given } = await bootRollcall()
    const first = async () => (await app.inject('/')).body
    await database.deleteFrom('access_tokens').execute()
    expect(await first()).toContain('There is no clinic yet.')
    expect(await first()).toContain('npx rollcall entity add')
    expect(await first()).toContain('the service printed a link')
    await given(entity())
    expect(await first()).toContain('There is no access token yet.')
    expect(await first()).not.toContain('npx rollcall entity add')
    await createAccessToken(database, systemClock, {
      name: 'x',
      scopes: ['actions:read'],
      entities: 'all',
      expiresAt: null,
    })
    expect(await first()).not.toMatch(/npx rollcall|printed a link/)
  })

  test('has a small picture of each page for each colour scheme, and describes it in each language', async () => {
    const { app } = await bootRollcall()
    for (const suffix of ['', '-dark']) {
      let bytes = 0
      for (const name of tileNames) {
        const { statusCode, headers, rawPayload } = await app.inject(`/pictures/${name}${suffix}.webp`)
        expect({ name, statusCode, type: headers['content-type'] }).toEqual({
          name,
          statusCode: 200,
          type: 'image/webp',
        })
        bytes += rawPayload.length
      }
      expect(bytes).toBeLessThanOrEqual(maxPictureBytes)
    }
    for (const language of languages) {
      const { body } = await app.inject({ url: '/', headers: { 'accept-language': language } })
      const described = [...body.matchAll(/<img src="\.\/pictures\/[^>]* alt="([^"]+)"/g)].map(([, alt]) => alt)
      expect(new Set(described).size).toBe(tileNames.length)
    }
    expect((await app.inject('/pictures/none.webp')).statusCode).toBe(404)
    expect((await app.inject('/pictures/..%2fwords.ts')).statusCode).toBe(400)
  })
})
