import { hours, type Instant } from '../../platform/time/instant.ts'
import { askAgainDays } from './answering.ts'
import { medicalAppointment } from './medical-appointment/medical-appointment.ts'
import { medicalExam } from './medical-exam/medical-exam.ts'
import { medicalVaccination } from './medical-vaccination/medical-vaccination.ts'
import type { AnswerName, Params, Plugin, VisitTimes } from './plugin.ts'

export const plugins: readonly Plugin[] = [medicalAppointment, medicalExam, medicalVaccination]

/** Returns undefined for a pair without a plugin. History files can have such pairs: records show all their params. */
export const findPlugin = (category: string, target: string) =>
  plugins.find((plugin) => plugin.category === category && plugin.target === target)

/** Returns the start of the visit; undefined when the params do not contain it, or the pair has no plugin. */
export const startOfVisit = ({ category, target, params }: Visit): Instant | undefined =>
  timesOfVisit({ category, target, params })?.startsAt

/** Returns the times of the visit; undefined when the params do not contain its start, or the pair has no plugin. */
export const timesOfVisit = ({ category, target, params }: Visit): VisitTimes | undefined =>
  findPlugin(category, target)?.times(params)

/** Returns the time until which staff expect the contact: the start of the visit, or the end of a campaign, whose answers
 *  close after its start. */
export const expectedUntil = ({ startsAt, answersCloseAt }: VisitTimes): Instant => Math.max(startsAt, answersCloseAt)

/** Returns the time until which a contact who did not come can ask for another time. */
export const askAgainUntil = ({ endsAt }: VisitTimes): Instant => endsAt + hours(askAgainDays * 24)

/** The answers that a contact can give. A pair without a plugin takes none. */
export const offeredAnswers = ({ category, target }: Pick<Visit, 'category' | 'target'>): readonly AnswerName[] =>
  findPlugin(category, target)?.answers ?? []

interface Visit {
  category: string
  target: string
  params: Params
}

/** Returns the params of an action record. */
export const actionParams = (visit: Visit): Params => shownParams(visit, [])

/** Returns the params of a check-in record. */
export const checkinParams = (visit: Visit): Params =>
  shownParams(visit, findPlugin(visit.category, visit.target)?.actionOnly ?? [])

/** Returns the params that the plugin knows, in its order, without those of `hidden`. A pair without a plugin shows all. */
function shownParams({ category, target, params }: Visit, hidden: readonly string[]): Params {
  const plugin = findPlugin(category, target)
  if (!plugin) return params
  const shown = Object.keys(plugin.params.properties).filter(
    (key) => Object.hasOwn(params, key) && !hidden.includes(key),
  )
  return Object.fromEntries(shown.map((key) => [key, params[key]!]))
}

const knownParams = [...new Set(plugins.flatMap(({ params }) => Object.keys(params.properties)))]

/** The columns of a visit's params in CSV. The last one has the params of other pairs, as JSON. */
export const paramColumns = [...knownParams, 'other'].map((key) => `params.${key}`)

/** Returns the cells of `paramColumns`. */
export function paramCells(params: Params): unknown[] {
  const other = Object.entries(params).filter(([key]) => !knownParams.includes(key))
  return [...knownParams.map((key) => params[key]), other.length > 0 ? JSON.stringify(Object.fromEntries(other)) : '']
}
