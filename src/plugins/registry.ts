import { medicalAppointment } from './medical-appointment/medical-appointment.ts'
import { medicalExam } from './medical-exam/medical-exam.ts'
import type { Params, Plugin } from './plugin.ts'

export const plugins: readonly Plugin[] = [medicalAppointment, medicalExam]

/** The plugin of a pair; undefined for pairs that only history knows, whose params are served as they came. */
export const findPlugin = (category: string, target: string) =>
  plugins.find((plugin) => plugin.category === category && plugin.target === target)

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
