import type { Entity, EntityChanges, NewEntity } from '../../../client/client.ts'
import { defaultArrivalWindow } from '../../../client/default-arrival-window.ts'
import { isVisible, oneLine } from '../../../client/entity-rules.ts'
import { defaultOpeningDays } from '../../../client/weekdays.ts'
import { changedNames } from '../../shared/settings/merge.ts'

/** The properties of a clinic that somebody can change, in the order of the form. */
export const fieldNames = [
  ...(['name', 'time_zone', 'language', 'phone', 'address', 'names'] as const),
  ...(['arrive_early', 'arrive_late', 'opening_days', 'country', 'colour'] as const),
] as const
export type FieldName = (typeof fieldNames)[number]

/** The properties as somebody types them. Empty texts are absent properties. The opening days are separated by commas. */
export type ClinicValues = Record<FieldName, string>

export const valuesOf = (entity: Omit<Partial<Entity>, 'id'>): ClinicValues =>
  eachField((name) => String(entity[name] ?? ''))

/** The values of a clinic that nobody has described yet. */
export const newValues = (time_zone: string, language: string): ClinicValues =>
  valuesOf({ time_zone, language, names: 'first', ...defaultArrivalWindow, opening_days: defaultOpeningDays })

/** Returns the changes as a JSON merge patch. */
export const changesOf = (stored: ClinicValues, values: ClinicValues): EntityChanges =>
  Object.fromEntries(changedNames(stored, values).map((name) => [name, propertyOf(name, values[name])]))

export function newEntityOf(id: string, values: ClinicValues): NewEntity {
  const properties = Object.entries(eachField((name) => propertyOf(name, values[name])))
  return { id, ...Object.fromEntries(properties.filter(([, value]) => value !== null)) } as NewEntity
}

function propertyOf(name: FieldName, text: string): string | number | string[] | null {
  if (name === 'opening_days') return text.split(',')
  if (name === 'arrive_early' || name === 'arrive_late') return Number(text)
  const tidy = oneLine(text)
  return isVisible(tidy) ? tidy : null
}

const eachField = <Value>(propertyFor: (name: FieldName) => Value) =>
  Object.fromEntries(fieldNames.map((name) => [name, propertyFor(name)])) as Record<FieldName, Value>
