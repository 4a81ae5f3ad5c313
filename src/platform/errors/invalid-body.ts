import { type ParameterFault, Problem } from './errors.ts'

/** A fault of a JSON value: a JSON pointer (RFC 6901) to its place, and the rule that it breaks. */
export interface JsonFault {
  pointer: string
  reason: string
}

/** The check of a body stops at this number of faults. */
export const maxFaults = 100

export const invalidBody = (faults: JsonFault[]) =>
  new Problem('invalid-body', { errors: faults.slice(0, maxFaults).map(asParameter) })

/** A fault as a response states it. */
export const asParameter = ({ pointer, reason }: JsonFault): ParameterFault => ({ parameter: pointer, reason })

/** @throws Problem invalid-body if there are any */
export function throwIfFaulty(faults: JsonFault[]) {
  if (faults.length > 0) throw invalidBody(faults)
}

/** A key as a part of a JSON pointer. RFC 6901, section 3. */
export const pointerPart = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
