import { getCountries } from 'libphonenumber-js/max'
import type { Entity } from './entity.ts'

const countries = getCountries()

/** Returns the country of telephone numbers without a country's code: the one that the entity has set, or that of its language, such
 *  as PT of pt-PT, or else that of its zone. */
export const countryOf = ({ country, language, time_zone }: Pick<Entity, 'country' | 'language' | 'time_zone'>) =>
  country ??
  new Intl.Locale(language).region ??
  countries.find((one) => (new Intl.Locale(`und-${one}`).getTimeZones() ?? []).includes(time_zone))
