import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entity } from '../../../test/history.ts'
import { bootRollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { languages } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { parseInstant } from '../../platform/time/instant.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the health page', () => {
  test('says in each language that the service works, and /readyz stays the same', async () => {
    const { app } = await bootRollcall()
    for (const language of languages) {
      const { statusCode, headers, body } = await app.inject({
        url: '/health',
        headers: { ...browser, 'accept-language': language },
      })
      expect({ statusCode, type: headers['content-type'] }).toEqual({
        statusCode: 200,
        type: 'text/html; charset=utf-8',
      })
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(body).toContain(`<html lang="${language}"`)
      expect(body).toContain(`${wordsOf('health-page', language).ok.title}</h1>`)
    }
    for (const headers of [{}, browser]) {
      expect((await app.inject({ url: '/readyz', headers })).body).toBe('{"status":"ok"}')
    }
  })

  test('says that the service is not ready, with status 503, and the first page is still there', async () => {
    const { app, folder } = await bootRollcall()
    renameSync(join(folder, 'rollcall.db'), join(folder, 'away.db'))
    const { statusCode, headers, body } = await app.inject('/health')
    expect({ statusCode, retry: headers['retry-after'] }).toEqual({ statusCode: 503, retry: '5' })
    expect(body).toContain(wordsOf('health-page', 'en').unavailable.title)
    expect((await app.inject('/')).statusCode).toBe(200)
  })
})

serviceTest('the health page says whether a clinic keeps the data of visits for ever', async (rollcall) => {
  const { app, given, put } = rollcall
  await given(entity(), entity({ id: 'clinica-porto' }))
  const said = async () => /<dt>Data of visits<\/dt><dd>(.*)<\/dd>/.exec((await app.inject('/health')).body)![1]
  for (const id of ['clinica-lisboa', 'clinica-porto']) {
    expect(await said()).toBe('At least one clinic keeps them for ever')
    await put(`/v1/entities/${id}/retention`, { notifications: 'P400D' })
  }
  expect(await said()).toBe('Deleted at night, after the periods of each clinic')
})

describe('the channels on the health page', () => {
  const mobile = { url: 'smpp://user:password@127.0.0.1' } as never

  serviceTest(
    'say since when messages do not go out, why, and how many wait, and /readyz stays the same',
    async (rollcall) => {
      const { app } = rollcall
      await rollcall.given(entity())
      await rollcall.post('/v1/notifications/clinica-lisboa', submission(item()))
      const { body } = await app.inject('/health')
      expect(body).toContain(
        '<dt>Text</dt><dd>Do not go out, since Mar 30, 2026, 8:00 AM UTC: the server cannot be reached',
      )
      expect(body).toContain('1 message waits')
      expect(body).toContain('<dt>E-mail</dt><dd>Written to files: nobody gets them')
      expect(body).toContain('works only in part</h1>')
      expect(body).not.toContain('password')
      expect((await app.inject('/readyz')).body).toBe('{"status":"ok"}')
    },
    {
      config: { servers: { mobile } },
      channelHealth: {
        stateOf: (channel) =>
          channel === 'mobile'
            ? { state: 'fails', since: parseInstant('2026-03-30T08:00:00Z')!, why: 'failed' }
            : { state: 'unused' },
        latestOf: () => ({}),
        forget() {},
        watch: (senders) => senders,
      },
    },
  )
})
