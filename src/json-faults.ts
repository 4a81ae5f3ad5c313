import type { Static, TSchema } from 'typebox'
import { yieldToEventLoop } from './event-loop.ts'
import { type JsonFault, maxFaults, throwIfFaulty } from './invalid-body.ts'
import { type Nested, schemaPart } from './schema-part.ts'

// These steps take a few tenths of a millisecond.
const stepsPerYield = 64

/** Returns a function that finds up to `maxFaults` faults of a value. It yields to the event loop, and skips the contents
 *  of an array or object that is too large. */
export function faultFinder(schema: TSchema): (value: unknown) => Promise<JsonFault[]> {
  const part = schemaPart(schema)
  return async (value) => {
    const found: JsonFault[] = []
    const left: Nested[] = [{ part, value, pointer: '' }]
    for (let step = 1; left.length > 0 && found.length < maxFaults; step++) {
      const { part, value, pointer } = left.pop()!
      const { faults, nested } = part(value, pointer)
      found.push(...faults)
      for (const one of nested.reverse()) left.push(one)
      if (step % stepsPerYield === 0) await yieldToEventLoop()
    }
    return found.slice(0, maxFaults)
  }
}

/** Returns a function that checks a body against the schema and returns it. It throws Problem invalid-body. */
export function bodyReader<Schema extends TSchema>(schema: Schema): (body: unknown) => Promise<Static<Schema>> {
  const faultsOf = faultFinder(schema)
  return async (body) => {
    throwIfFaulty(await faultsOf(body))
    return body as Static<Schema>
  }
}
