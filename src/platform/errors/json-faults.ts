import type { TSchema } from 'typebox'
import { cutExcess } from './cut-excess.ts'
import { type JsonFault, maxFaults, pointerPart } from './invalid-body.ts'
import { schemaCheck } from './schema-faults.ts'

interface JsonLimits {
  depth: number
  values: number
}

// A task of 1,000 notifications with ten addresses each has 50,000 values. Listing the faults of more values would block
// the event loop for longer than parsing them.
export const bodyLimits: JsonLimits = { depth: 16, values: 100_000 }

/** The faults of a body. With `exceedsLimit`, the body exceeds a limit, and nothing else of it was checked. */
export interface BodyFaults {
  faults: JsonFault[]
  exceedsLimit: boolean
}

/** Returns a function that finds up to `maxFaults` faults of a parsed body. The faults by the schema come first. The
 *  schema check reports at most `maxFaults`, faults of the whole body before those of its items. A schema with `anyText: true` accepts texts that
 *  cannot be stored. */
export function faultFinder(schema: TSchema & { anyText?: true }): (value: unknown) => BodyFaults {
  const check = schemaCheck(schema)
  return (given) => {
    const value = cutExcess(schema, given)
    const content = schema.anyText ? { faults: [], exceedsLimit: false } : contentFaults(value, bodyLimits)
    if (content.exceedsLimit) return content
    // A text that cannot be stored also breaks the rule for its place.
    const isKnown = (pointer: string) => content.faults.some((fault) => fault.pointer === pointer)
    const ofSchema = check(value).filter(({ pointer }) => !isKnown(pointer))
    const faults = [...ofSchema, ...content.faults].map(({ pointer, reason }) => ({ pointer, reason }))
    const distinct = new Map(faults.map((fault) => [`${fault.pointer} ${fault.reason}`, fault]))
    return { faults: [...distinct.values()].slice(0, maxFaults), exceedsLimit: false }
  }
}

/** Whether no fault points at the value or into it. */
export const isSound = (faults: readonly JsonFault[], pointer: string) =>
  !faults.some((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))

/** Finds the parts of a parsed JSON value that cannot be stored: neither engine stores NUL in a text, UTF-8 cannot encode
 *  a lone surrogate, and JSON cannot express the Infinity that JSON.parse returns for 1e999. Stops at `maxFaults`, and at a
 *  limit. */
export function contentFaults(root: unknown, limits: JsonLimits): BodyFaults {
  const faults: JsonFault[] = []
  const path: string[] = []
  let count = 0
  let exceedsLimit = false
  visit(root)
  return { faults, exceedsLimit }

  function visit(value: unknown) {
    if (++count > limits.values) return stop(`holds more than ${limits.values} values`)
    if (typeof value === 'string' && !isStorable(value)) report(`contains ${unstorable}`)
    if (value === Infinity || value === -Infinity) report('is a number beyond 1.8e308')
    if (typeof value !== 'object' || value === null) return
    if (path.length === limits.depth) return stop(`nests more than ${limits.depth} levels deep`)
    // Object.entries would copy a large object before its first value is counted.
    for (const key in value) {
      if (exceedsLimit || faults.length >= maxFaults) return
      const member = (value as Record<string, unknown>)[key]
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
  }

  function stop(reason: string) {
    faults.push({ pointer: '', reason })
    exceedsLimit = true
  }
}

const unstorable = 'a NUL character or an unpaired surrogate'
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
