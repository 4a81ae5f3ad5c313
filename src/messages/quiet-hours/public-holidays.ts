import { type Static, Type } from 'typebox'
import { Problem } from '../../platform/errors/errors.ts'

/** Public holidays, and where they can be asked for. */
export const PublicHolidays = Type.Object(
  {
    countries: Type.Array(Type.String(), { description: 'The countries that are known, by their ISO 3166-1 codes.' }),
    regions: Type.Array(
      Type.Object({
        code: Type.String({ description: 'The code, as `region` takes it.' }),
        name: Type.String({ description: 'The name.' }),
      }),
      { description: 'The regions of the country with holidays of their own.' },
    ),
    holidays: Type.Array(
      Type.Object({
        date: Type.String({ description: 'The day, such as 2027-04-25.' }),
        name: Type.String({ description: 'The name.' }),
      }),
      { description: 'The public holidays of the year, by date: those of the country and those of the region.' },
    ),
  },
  { $id: 'PublicHolidays', description: 'A proposal of holidays, from the library date-holidays.' },
)
export type PublicHolidays = Static<typeof PublicHolidays>

export const HolidaysQuery = Type.Object(
  {
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', description: 'The country (ISO 3166-1). Without it, only the countries.' }),
    ),
    region: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{1,4}(-[A-Za-z0-9 ]{1,12})?$',
        description: 'One of `regions`, such as BY-KATH.',
      }),
    ),
    // Beyond, the library has no dates by the moon.
    year: Type.Optional(Type.Integer({ minimum: 1970, maximum: 2076, description: 'The year.' })),
    language: Type.Optional(
      Type.String({ pattern: '^[a-z]{2}$', description: 'The language of the names, where the library knows it.' }),
    ),
  },
  { additionalProperties: false },
)
export type HolidaysQuery = Static<typeof HolidaysQuery>

/** Loads the library at the first request: its data of all countries have 1 MB. */
const loadLibrary = async () => (await import('date-holidays')).default

type Library = Awaited<ReturnType<typeof loadLibrary>>

/** Returns the public holidays of a region. The library drops some days of a country in its regions, so that the days of all of its
 *  levels are joined.
 *  @throws Problem invalid-parameter when the country or the region is unknown */
export async function publicHolidays({ country, region, year, language }: HolidaysQuery): Promise<PublicHolidays> {
  const Holidays = await loadLibrary()
  const library = new Holidays()
  const countries = Object.keys(library.getCountries())
  if (country === undefined) return { countries, regions: [], holidays: [] }
  if (!countries.includes(country)) throw unknown('country')
  const regions = regionsOf(library, country, language)
  if (region !== undefined && !regions.some(({ code }) => code === region)) throw unknown('region')
  if (year === undefined) return { countries, regions, holidays: [] }
  const [state, part] = region?.split('-') ?? []
  const levels = [
    new Holidays(country),
    ...(state ? [new Holidays(country, state)] : []),
    ...(state && part ? [new Holidays(country, state, part)] : []),
  ]
  const named = new Map(levels.flatMap((level) => daysOf(level, year, language)))
  const holidays = [...named]
    .map(([date, name]) => ({ date, name }))
    .sort((one, other) => (one.date < other.date ? -1 : 1))
  return { countries, regions, holidays }
}

function regionsOf(library: InstanceType<Library>, country: string, language: string | undefined) {
  const states = Object.entries(library.getStates(country, language) ?? {})
  return states.flatMap(([state, name]) => [
    { code: state, name },
    ...Object.entries(library.getRegions(country, state, language) ?? {}).map(([part, partName]) => ({
      code: `${state}-${part}`,
      name: `${name}, ${partName}`,
    })),
  ])
}

const dayMs = 86_400_000

/** The days of one level, with their names. Only the text of a date is its day: `start` is an instant, which is a day off in other
 *  zones. Some holidays last for several days. */
function daysOf(level: InstanceType<Library>, year: number, language: string | undefined): [string, string][] {
  const all = level.getHolidays(year, language) || []
  return all
    .filter(({ type }) => type === 'public')
    .flatMap(({ date, name, start, end }) => {
      const first = Temporal.PlainDate.from(date.slice(0, 10))
      const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs))
      return Array.from({ length }, (_, index): [string, string] => [`${first.add({ days: index })}`, name])
    })
}

const unknown = (parameter: string) =>
  new Problem('invalid-parameter', { errors: [{ parameter, reason: 'is not known' }] })
