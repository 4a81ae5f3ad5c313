import { describe, expect, test } from 'vitest'
import { bootRollcall } from '../../../test/rollcall.ts'
import { languages } from '../languages/languages.ts'
import { wordsOf } from '../languages/words.ts'

const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const mistyped = ['/konsole', '/console/work', '/a', '/A/clinic.xyz', '/v1/notthere', '/problems/none/x', '/docs/x?y=1']

describe('an address that leads nowhere', () => {
  test('shows people a page in their language, with links that work', async () => {
    const { app } = await bootRollcall()
    for (const language of languages) {
      const { unknown, tiles, admin } = wordsOf('first-page', language)
      const headers = { accept: ofBrowser, 'accept-language': language }
      for (const url of mistyped) {
        const page = await app.inject({ url, headers })
        expect(page.statusCode, url).toBe(404)
        expect(page.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'private, no-store',
          vary: 'Accept, Accept-Language',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
        })
        expect(page.body).toContain(`<html lang="${language}"`)
        for (const text of [unknown.title, unknown.what, unknown.contact, tiles.desk.name, admin.name])
          expect(page.body).toContain(text.replaceAll("'", '&#39;'))
        const links = [...page.body.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => new URL(href!, `http://x${url}`))
        expect(links.map(({ pathname }) => pathname)).toEqual(['/desk', '/console', '/admin', '/docs', '/'])
      }
    }
  })

  test('answers a long path with a short page', async () => {
    const { app } = await bootRollcall()
    const page = await app.inject({ url: '/a'.repeat(3000), headers: { accept: ofBrowser } })
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain(wordsOf('first-page', 'en').unknown.title)
    expect(page.body).not.toContain('../')
  })

  test('gives clients the problem', async () => {
    const { app } = await bootRollcall()
    for (const accept of [undefined, '*/*', 'application/json', 'application/problem+json', 'text/html;q=0.5, */*']) {
      for (const url of mistyped) {
        const problem = await app.inject({ url, headers: { ...(accept !== undefined && { accept }) } })
        expect(problem.headers['content-type'], accept).toMatch(/^application\/problem\+json/)
        expect(problem.json()).toMatchObject({ status: 404, code: 'not-found' })
      }
    }
  })

  test('shows a contact with a mistyped link a page that leads to the message', async () => {
    const { app } = await bootRollcall()
    const headers = { accept: ofBrowser, 'accept-language': 'en' }
    for (const url of ['/a/', '/a/clinica-lisboa', '/a/clinica-lisboa.0123456789abcdefghij']) {
      const page = await app.inject({ url, headers })
      expect(page.statusCode, url).toBe(404)
      expect(page.body).toContain(wordsOf('answer-page', 'en').unknown.title)
      expect(page.body).not.toContain('console')
    }
  })
})
