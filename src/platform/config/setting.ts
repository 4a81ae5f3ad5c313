import { Type } from 'typebox'

export type Setting = {
  description: string
  /** Completes "… must be". */
  expects: string
  default?: string | number
  /** Describes the behaviour when a variable without a default is unset. */
  unset?: string
}

/** A string variable. `parse` returns undefined for an invalid value. */
export const text = (parse: (text: string) => unknown, setting: Setting) =>
  Type.Refine(Type.String(setting), (value) => parse(value) !== undefined)

export const serverUrl = (protocols: readonly string[], setting: Setting) =>
  Type.Refine(Type.String(setting), (value) => {
    const url = URL.parse(value)
    return !!url?.hostname && protocols.includes(url.protocol)
  })

export const integer = (minimum: number, maximum: number, setting: Omit<Setting, 'expects'>) =>
  Type.Integer({ minimum, maximum, expects: `${minimum}–${maximum}`, ...setting })

export const choice = <Value extends string>(values: Value[], setting: Omit<Setting, 'expects'>) =>
  Type.Enum(values, { expects: `one of ${values.join(', ')}`, ...setting })

export const protocolOf = (url: string | undefined) => URL.parse(url ?? '')?.protocol
