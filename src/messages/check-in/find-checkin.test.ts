import { describe, expect } from 'vitest'
import { checkinToken, entity, history, notification } from '../../../test/history.ts'
import { byToken, eachEngine, serviceTest } from '../../../test/rollcall.ts'
import { minutes, parseInstant } from '../../platform/time/instant.ts'
import { revocationReasons } from './issued-token.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

describe('the response', () => {
  serviceTest('has no order of the names, which the interface does not know', async ({ get, given }) => {
    const contact = { external_id: 'P-1', name: 'Kern Eva', name_order: 'family-first' as const }
    await given(entity(), notification({ contact }), checkinToken({ token }))
    expect((await get(byToken(token))).json().contact).toEqual({ external_id: 'P-1', name: 'Kern Eva' })
  })

  eachEngine('is the check-in record of the interface, to the byte', async ({ get, given }) => {
    await given(...history())
    const { statusCode, headers, body } = await get(byToken(token))
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toBe(
      '{"id":"n-1","external_id":"A-1001","category":"medical","target":"appointment",' +
        '"contact":{"external_id":"P-77","name":"João Silva","gender":"M","language":"pt_PT","country":"PT",' +
        '"citizen_id":"12345678","birth_date":"1980-02-29"},' +
        '"params":{"year":"2026","month":"3","day":"30","hour":"9","minute":"30","when":"2026-03-30T08:30:00Z",' +
        '"event_date":"2026-03-30T08:30:00Z","doctor":"Ana Reis","doctor_external_id":"D-9",' +
        '"doctor_expertise":"Cardiologia"},"files":[],"inferred_data":{}}',
    )
  })

  serviceTest(
    'leaves out unknown values, and holds files and inferred data as they were imported',
    async (rollcall) => {
      const contact = { name: 'Ana', external_id: 'P-1' }
      const files = [{ name: 'x.pdf' }, 1, null]
      const inferred_data = { b: { c: [1.5] }, a: null }
      await rollcall.given(entity(), notification({ contact, params: {}, files, inferred_data }), checkinToken())
      const { body } = await rollcall.get(byToken(token))
      expect(body).toBe(
        '{"id":"n-1","external_id":"A-1001","category":"medical","target":"appointment",' +
          '"contact":{"external_id":"P-1","name":"Ana"},"params":{},' +
          '"files":[{"name":"x.pdf"},1,null],"inferred_data":{"b":{"c":[1.5]},"a":null}}',
      )
    },
  )

  serviceTest('changes nothing', async ({ get, given, database }) => {
    await given(...history())
    const stored = () => database.selectFrom('checkin_tokens').selectAll().execute()
    const before = await stored()
    for (let look = 0; look < 3; look++) expect((await get(byToken(token))).statusCode).toBe(200)
    expect(await stored()).toEqual(before)
  })
})

describe('a token', () => {
  serviceTest('of the service is found in lower case', async ({ get, given }) => {
    await given(...history())
    expect((await get(byToken(token.toLowerCase()))).statusCode).toBe(200)
  })

  serviceTest('of the service is found with the look-alikes O, I and L', async ({ get, given }) => {
    await given(entity(), notification(), checkinToken({ token: '0123456789ABCDEFGHJKMNPQ10' }))
    for (const typed of ['O123456789ABCDEFGHJKMNPQ1O', 'oI23456789abcdefghjkmnpqlo', '0L23456789ABCDEFGHJKMNPQi0']) {
      expect((await get(byToken(typed))).statusCode).toBe(200)
    }
  })

  eachEngine('of another system is matched exactly, with any visible characters', async ({ get, given }) => {
    const foreign = `x/%2F?#&+'"<>~`
    await given(entity(), notification(), checkinToken({ token: foreign }), checkinToken({ token: 'z'.repeat(256) }))
    expect((await get(byToken(foreign))).statusCode).toBe(200)
    expect((await get(byToken('z'.repeat(256)))).statusCode).toBe(200)
    expect((await get(byToken(foreign.toUpperCase()))).statusCode).toBe(404)
  })

  serviceTest('is stored only as its hash', async ({ given, database }) => {
    await given(...history())
    expect(JSON.stringify(await database.selectFrom('checkin_tokens').selectAll().execute())).not.toContain(token)
  })

  serviceTest('that is unknown, malformed, or of another entity gets the same 404', async ({ get, given }) => {
    await given(...history(), entity({ id: 'other' }))
    const answers = [
      await get(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPF')),
      await get(byToken('é')),
      await get(byToken('a b')),
      await get(byToken('x'.repeat(257))),
      await get(byToken('\0')),
      await get(byToken(token, 'other')),
    ]
    const bodies = answers.map(({ body }) => body.replace(/urn:uuid:[0-9a-f-]{36}/, ''))
    expect(new Set(bodies).size).toBe(1)
    expect(answers[0]!.json()).toMatchObject({ status: 404, code: 'checkin-not-found' })
  })

  serviceTest('gets 410 from the instant of its expiry', async ({ get, given, clock }) => {
    await given(entity(), notification(), checkinToken({ expires_at: '2026-03-30T23:00:00+01:00' }))
    clock.time = parseInstant('2026-03-30T21:59:59.999999Z')!
    expect((await get(byToken(token))).statusCode).toBe(200)
    clock.time = parseInstant('2026-03-30T22:00:00Z')!
    expect((await get(byToken(token))).json()).toMatchObject({ status: 410, code: 'checkin-expired' })
  })

  serviceTest('that was revoked says why, expired or not', async ({ get, given }) => {
    const tokens = revocationReasons.map((revoked) =>
      checkinToken({ token: `token-${revoked}`, revoked, expires_at: '2020-01-01T00:00:00Z' }),
    )
    await given(entity(), notification(), ...tokens)
    for (const reason of revocationReasons) {
      const answer = (await get(byToken(`token-${reason}`))).json()
      expect(answer).toMatchObject({ status: 410, code: 'checkin-revoked', reason })
    }
  })
})

describe('guessing', () => {
  const config = { rateLimit: 6000 }

  serviceTest(
    'is refused after thirty misses in a minute, while valid tokens still work',
    async ({ get, given, tokenFor, clock }) => {
      await given(...history())
      const guesses = Array.from({ length: 100 }, (_, i) => get(byToken(`guess-${i}`)))
      const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 404)).toHaveLength(30)
      expect(statuses.filter((status) => status === 429)).toHaveLength(70)
      const miss = await get(byToken('guess'))
      expect(miss.json()).toMatchObject({ status: 429, code: 'rate-limited' })
      expect(miss.headers['retry-after']).toBe('60')
      expect((await get(byToken(token))).statusCode).toBe(200)
      const other = await tokenFor()
      expect((await get(byToken('guess'), { authorization: `Bearer ${other.token}` })).statusCode).toBe(404)
      clock.time += minutes(1)
      expect((await get(byToken('guess'))).statusCode).toBe(404)
    },
    { config },
  )

  serviceTest(
    'does not include valid, expired and revoked tokens',
    async ({ get, given }) => {
      await given(...history(), checkinToken({ token: 'old', expires_at: '2020-01-01T00:00:00Z' }))
      for (let look = 0; look < 40; look++) await get(byToken('old'))
      expect((await get(byToken(token))).statusCode).toBe(200)
    },
    { config },
  )
})
