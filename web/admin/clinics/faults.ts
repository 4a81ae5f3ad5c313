import { isReadable } from '../../../client/brand-colours.ts'
import { isTelephoneNumber, isVisible, oneLine } from '../../../client/entity-rules.ts'
import { maxMinutesOfDay } from '../../../client/limits.ts'
import type { ClinicValues, FieldName } from './values.ts'

export type FieldFault = 'name' | 'zone' | 'phone' | 'minutes' | 'colour' | 'opening_days'

/** Returns what the service would refuse of the values. The fields limit the length of texts themselves. */
export function faultsOf(values: ClinicValues): Partial<Record<FieldName, FieldFault>> {
  const phone = oneLine(values.phone)
  return {
    ...(!isVisible(values.name) && { name: 'name' }),
    ...(!isTimeZone(values.time_zone) && { time_zone: 'zone' }),
    ...(isVisible(phone) && !isTelephoneNumber(phone) && { phone: 'phone' }),
    ...(values.colour !== '' && !isReadable(values.colour) && { colour: 'colour' }),
    ...(!isMinutesOfDay(values.arrive_early) && { arrive_early: 'minutes' }),
    ...(!isMinutesOfDay(values.arrive_late) && { arrive_late: 'minutes' }),
    ...(values.opening_days === '' && { opening_days: 'opening_days' }),
  }
}

/** Whether this browser knows the time zone. A fixed offset has no daylight saving rules. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const isMinutesOfDay = (text: string) => /^\d{1,4}$/.test(text.trim()) && Number(text) <= maxMinutesOfDay
