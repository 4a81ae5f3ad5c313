import type { Instant } from '../instant.ts'
import type { AnswerName } from './answer-name.ts'
import { medicalAppointment } from './medical-appointment/medical-appointment.ts'
import { medicalExam } from './medical-exam/medical-exam.ts'
import { medicalVaccination } from './medical-vaccination/medical-vaccination.ts'
import type { Params, Plugin, VisitTimes } from './plugin.ts'

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

/** The answers that a contact can give. A pair without a plugin takes none. */
export const offeredAnswers = ({ category, target }: Pick<Visit, 'category' | 'target'>): readonly AnswerName[] =>
  findPlugin(category, target)?.answers ?? []

interface Visit {
  category: string
  target: string
  params: Params
}

export function actionParams(category: string, target: string, params: Params): Params {
  const plugin = findPlugin(category, target)
  return plugin ? pick(params, Object.keys(plugin.params.properties)) : params
}

export function checkinParams(category: string, target: string, params: Params): Params {
  const plugin = findPlugin(category, target)
  if (!plugin) return params
  return pick(
    params,
    Object.keys(plugin.params.properties).filter((key) => !plugin.actionOnly.includes(key)),
  )
}

const pick = (params: Params, keys: string[]) =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(params, key) ? [[key, params[key]!]] : [])))
