import { describe, expect } from 'vitest'
import { mapping } from '../../../../test/csv-file.ts'
import { entity } from '../../../../test/history.ts'
import { eachEngine, serviceTest } from '../../../../test/rollcall.ts'
import { dateFormatRule } from './date-format.ts'

const mappings = '/v1/mappings/clinica-lisboa'

describe('a mapping', () => {
  eachEngine('is stored, replaced, listed and deleted by name', async ({ app, token, given, get, put, tokenFor }) => {
    await given(entity(), entity({ id: 'other' }))
    expect((await put(`${mappings}/agenda`, mapping)).json()).toEqual(mapping)
    const english = { ...mapping, separator: ',' }
    await put(`${mappings}/agenda`, english)
    await put(`${mappings}/Exams`, mapping)
    expect((await get(`${mappings}/agenda`)).json()).toEqual(english)
    expect((await get(mappings)).json()).toEqual([
      { name: 'Exams', mapping },
      { name: 'agenda', mapping: english },
    ])
    expect((await get('/v1/mappings/other')).json()).toEqual([])
    expect((await get('/v1/mappings/other/agenda')).json().code).toBe('mapping-not-found')
    // A person who submits files chooses a mapping, and does not change it.
    const submitter = { authorization: `Bearer ${(await tokenFor({ scopes: ['notifications:write'] })).token}` }
    expect((await get(mappings, submitter)).statusCode).toBe(200)
    expect((await put(`${mappings}/agenda`, mapping, submitter)).statusCode).toBe(403)
    const headers = { authorization: `Bearer ${token}` }
    const remove = () => app.inject({ method: 'DELETE', url: `${mappings}/agenda`, headers })
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204])
    expect((await get(mappings)).json()).toHaveLength(1)
  })

  eachEngine('does not overwrite the change of another administrator, and is in the history', async (rollcall) => {
    const { given, get, put, remove, tokenFor } = rollcall
    await given(entity())
    const one = `${mappings}/agenda`
    await put(one, mapping)
    const read = { 'if-match': String((await get(one)).headers.etag) }
    const english = { ...mapping, separator: ',' }
    const { token } = await tokenFor({ name: 'Rita Melo' })
    const both = await Promise.all([
      put(one, english, { ...read, authorization: `Bearer ${token}` }),
      put(one, { ...mapping, country: 'ES' }, { ...read, authorization: `Bearer ${token}` }),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const stored = both.find(({ statusCode }) => statusCode === 200)!
    expect((await get(one)).json()).toEqual(stored.json())
    expect((await get(one)).headers.etag).toBe(stored.headers.etag)
    expect((await remove(one, read)).json().code).toBe('changed-meanwhile')
    await put(one, stored.json())
    expect((await remove(one, { 'if-match': String(stored.headers.etag) })).statusCode).toBe(204)
    await remove(one)
    const at = '2026-03-30T08:00:00.000000+00:00'
    expect((await get('/v1/entities/clinica-lisboa/history')).json()).toEqual([
      { at, by: 'test', resource: 'mapping', name: 'agenda', before: stored.json() },
      { at, by: 'Rita Melo', resource: 'mapping', name: 'agenda', before: mapping, after: stored.json() },
      { at, by: 'test', resource: 'mapping', name: 'agenda', after: mapping },
    ])
  })

  serviceTest('with faults is rejected, and each fault has a JSON pointer', async ({ given, put }) => {
    await given(entity())
    const errorsOf = async (over: object) => {
      const response = await put(`${mappings}/x`, { ...mapping, ...over })
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid-body'])
      return Object.fromEntries(
        response
          .json()
          .errors.map(({ parameter, reason }: { parameter: string; reason: string }) => [parameter, reason]),
      )
    }
    const withField = (name: string, source: unknown) => ({ fields: { ...mapping.fields, [name]: source } })
    const when = (over: object) => withField('params.when', { column: 'D', format: 'dd/MM/yyyy HH:mm', ...over })
    const dateRule = dateFormatRule
    const cases: [over: object, errors: Record<string, unknown>][] = [
      [
        { charset: 'latin1' },
        { '/charset': 'must be one of utf-8, windows-1252, macintosh, utf-16, utf-16le, utf-16be' },
      ],
      [{ separator: '"' }, { '/separator': 'must be one character, and no quotation mark' }],
      [{ country: 'Portugal' }, { '/country': 'must be a two-letter country code' }],
      [{ target: 'surgery' }, { '/target': expect.stringContaining('the known pairs are medical/appointment') }],
      [withField('params.exam', 'E'), { '/fields/params.exam': expect.stringContaining('is unknown') }],
      [withField('contact/name', 'E'), { '/fields/contact~1name': expect.stringContaining('is unknown') }],
      [withField('fax', 'E'), { '/fields/fax': expect.stringContaining('mobile, email, whatsapp') }],
      [
        withField('email', { columns: ['A'], constant: 'x' }),
        { '/fields/email': expect.stringMatching(/^must have one/) },
      ],
      [withField('email', {}), { '/fields/email': 'must have one of column, columns and constant' }],
      [withField('email', { column: 'A', format: 'dd' }), { '/fields/email/format': expect.any(String) }],
      [
        withField('contact.gender', { constant: 'male' }),
        { '/fields/contact.gender/constant': 'must be a one-letter code' },
      ],
      [withField('contact.name', { column: 'A', pad: 3 }), { '/fields/contact.name/pad': expect.any(String) }],
      [when({ format: 'dd/mm/yyyy' }), { '/fields/params.when/format': dateRule }],
      [when({ format: 'DD/MM/YYYY HH:mm' }), { '/fields/params.when/format': dateRule }],
      [when({ format: 'dd/MM/yyyy' }), { '/fields/params.when/format': 'must have a time, such as HH:mm' }],
      [when({ zone: 'Europe/Lisboa' }), { '/fields/params.when/zone': expect.stringContaining('IANA time zone') }],
      [when({ zone: '+01:00' }), { '/fields/params.when/zone': expect.stringContaining('IANA time zone') }],
      [when({ skipped: 'first' }), { '/fields/params.when/skipped': 'must be one of fault, later' }],
      [when({ repeated: 'later' }), { '/fields/params.when/repeated': 'must be one of fault, first, second' }],
      [{ fields: {} }, { '/fields/external_id': 'is missing', '/fields/params.doctor': 'is missing' }],
    ]
    for (const [over, errors] of cases) expect(await errorsOf(over)).toMatchObject(errors)
    expect((await put(`${mappings}/agenda`, { ...mapping, target: 'exam' })).statusCode).toBe(422)
    expect((await put(`${mappings}/a b`, mapping)).statusCode).toBe(400)
  })
})
