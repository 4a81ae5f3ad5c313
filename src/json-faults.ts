import type { TSchema } from 'typebox'
import { type JsonFault, maxFaults, pointerPart } from './invalid-body.ts'
import { schemaCheck } from './schema-faults.ts'

interface JsonLimits {
  depth: number
  values: number
}

// A task of 1,000 notifications with ten addresses each has 50,000 values. Listing the faults of more values would block
// the event loop for longer than parsing them.
export const bodyLimits: JsonLimits = { depth: 16, values: 100_000 }

/** Returns a function that finds up to `maxFaults` faults of a parsed body. A schema with `anyText: true` accepts texts that
 *  cannot be stored. */
export function faultFinder(schema: TSchema & { anyText?: true }): (value: unknown) => JsonFault[] {
  const check = schemaCheck(schema)
  return (value) => {
    const content = schema.anyText ? { faults: [], isOver: false } : contentFaults(value, bodyLimits)
    if (content.isOver) return content.faults
    const ofSchema = check(value).filter(({ pointer }) => isSound(content.faults, pointer))
    const faults = [...content.faults, ...ofSchema].map(({ pointer, reason }) => ({ pointer, reason }))
    return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.reason}`, fault])).values()].slice(0, maxFaults)
  }
}

/** Whether no fault points at this place or into it. */
export const isSound = (faults: readonly JsonFault[], place: string) =>
  !faults.some(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`))

/** Finds the parts of a parsed JSON value that cannot be stored: neither engine stores NUL in a text, UTF-8 cannot encode
 *  a lone surrogate, and JSON cannot express the Infinity that JSON.parse returns for 1e999. With `isOver`, the value
 *  exceeds a limit, or has `maxFaults`, and its rest was not read. */
export function contentFaults(root: unknown, limits: JsonLimits): { faults: JsonFault[]; isOver: boolean } {
  const faults: JsonFault[] = []
  const path: string[] = []
  let count = 0
  let isOver = false
  visit(root)
  return { faults, isOver }

  function visit(value: unknown) {
    if (++count > limits.values) return stop(`holds more than ${limits.values} values`)
    if (typeof value === 'string' && !isStorable(value)) report(`contains ${unstorable}`)
    if (value === Infinity || value === -Infinity) report('is a number beyond 1.8e308')
    if (typeof value !== 'object' || value === null) return
    if (path.length === limits.depth) return stop(`nests more than ${limits.depth} levels deep`)
    for (const [key, member] of Object.entries(value)) {
      if (isOver) return
      if (!isStorable(key)) report(`has a key with ${unstorable}`)
      path.push(key)
      // Assigning it in a copy would change the prototype of the copy.
      if (key === '__proto__') report('is not allowed as a key')
      visit(member)
      path.pop()
    }
  }

  function report(reason: string) {
    faults.push({ pointer: path.map((key) => `/${pointerPart(key)}`).join(''), reason })
    isOver ||= faults.length >= maxFaults
  }

  function stop(reason: string) {
    faults.push({ pointer: '', reason })
    isOver = true
  }
}

const unstorable = 'a NUL character or an unpaired surrogate'
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
