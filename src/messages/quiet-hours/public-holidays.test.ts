import { expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { serviceTest } from '../../../test/rollcall.ts'
import type { PublicHolidays } from './public-holidays.ts'

serviceTest('public holidays are proposed by country, region and year, and nothing is stored', async (rollcall) => {
  await rollcall.given(entity())
  const path = '/v1/entities/clinica-lisboa'
  const read = async (query: string): Promise<PublicHolidays> =>
    (await rollcall.get(`${path}/holidays?${query}`)).json()
  const dates = async (query: string) => (await read(query)).holidays.map(({ date }) => date)
  const { countries, holidays } = await read('')
  expect(countries).toEqual(expect.arrayContaining(['PT', 'BR', 'DE', 'EG', 'US']))
  expect(holidays).toEqual([])

  const portugal = await read('country=PT&year=2027&language=pt')
  expect(portugal.holidays).toContainEqual({ date: '2027-04-25', name: 'Dia da Liberdade' })
  // On a Sunday.
  expect(portugal.holidays).toContainEqual({ date: '2027-08-15', name: expect.any(String) })

  // A national day that the library drops in a state, and a day of the state; and no day off by one in the Americas.
  expect(await dates('country=BR&year=2026')).toContain('2026-11-20')
  const saoPaulo = await dates('country=BR&region=SP&year=2026')
  expect(saoPaulo).toEqual(expect.arrayContaining(['2026-07-09', '2026-09-07', '2026-11-20']))
  expect(new Set(saoPaulo).size).toBe(saoPaulo.length)
  expect(saoPaulo).toEqual(saoPaulo.toSorted())

  const bavaria = await read('country=DE&region=BY&year=2027')
  expect(bavaria.regions.map(({ code }) => code)).toContain('BY-KATH')
  expect(bavaria.holidays.map(({ date }) => date)).not.toContain('2027-08-15')
  expect(await dates('country=DE&region=BY-KATH&year=2027')).toEqual(
    expect.arrayContaining(['2027-01-06', '2027-08-15', '2027-10-03']),
  )

  for (const bad of ['country=XX', 'country=PT&region=ZZ', 'country=pt', 'country=PT&year=3000'])
    expect((await rollcall.get(`${path}/holidays?${bad}`)).json().code).toBe('invalid-parameter')
  expect((await rollcall.get(`${path}/quiet-hours`)).json().holidays).toEqual([])
})
