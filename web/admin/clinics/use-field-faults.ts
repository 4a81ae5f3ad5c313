import type { ProblemError } from '../../../client/client.ts'
import { maxMinutesOfDay } from '../../../client/limits.ts'
import { useTexts } from '../../shared/language.tsx'
import { faultsOf } from './faults.ts'
import { type ClinicValues, type FieldName, fieldNames } from './values.ts'

/** What is wrong with fields, in words. */
export type FieldTexts = Partial<Record<FieldName, string>>

/** Returns what the page finds wrong with the values, and the service's own reasons, which are in English. */
export function useFieldFaults(values: ClinicValues, refused: ProblemError['errors']): FieldTexts {
  const { say, fill } = useTexts('admin-clinics', 'faults')
  const found = faultsOf(values)
  const textOf = (name: FieldName) =>
    refused.find(({ parameter }) => parameter === `/${name}`)?.reason ??
    (found[name] && fill(say[found[name]], { max: maxMinutesOfDay }))
  return Object.fromEntries(fieldNames.flatMap((name) => (textOf(name) ? [[name, textOf(name)]] : [])))
}
