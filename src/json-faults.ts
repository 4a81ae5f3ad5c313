import type { Static, TSchema } from 'typebox'
import { yieldToEventLoop } from './event-loop.ts'
import { type JsonFault, maxFaults, pointerPart, refuse } from './invalid-body.ts'
import { type Held, schemaPart } from './schema-part.ts'

// Some tenths of a millisecond.
const stepsPerYield = 64

/** Finds the faults of a value, `maxFaults` at most, and gives way to other work meanwhile. It does not look into an array
 *  or object that is too large. */
export function faultFinder(schema: TSchema): (value: unknown) => Promise<JsonFault[]> {
  const part = schemaPart(schema)
  return (value) =>
    collectFaults({ part, value, pointer: '' }, ({ part, value, pointer }: Held) => part(value, pointer))
}

/** Gives a body that matches the schema, and throws Problem invalid-body for any other. */
export function bodyReader<Schema extends TSchema>(schema: Schema): (body: unknown) => Promise<Static<Schema>> {
  const faultsOf = faultFinder(schema)
  return async (body) => {
    refuse(await faultsOf(body))
    return body as Static<Schema>
  }
}

interface Place {
  value: unknown
  pointer: string
}

/** Finds the texts that cannot be stored: neither engine keeps a NUL, and UTF-8 has no half of a surrogate pair. */
export const unstorable = (value: unknown) =>
  collectFaults({ value, pointer: '' }, ({ value, pointer }: Place) => {
    if (typeof value === 'string' && !isStorable(value)) {
      return { faults: [{ pointer, reason: 'holds a NUL or half a character' }], held: [] }
    }
    if (typeof value !== 'object' || value === null) return nothing
    const [held, faults] = [[] as Place[], [] as JsonFault[]]
    for (const [key, part] of Object.entries(value)) {
      if (isStorable(key)) held.push({ value: part, pointer: `${pointer}/${pointerPart(key)}` })
      else faults.push({ pointer, reason: 'has a key with a NUL or half a character' })
    }
    return { faults, held }
  })

const nothing = { faults: [], held: [] }

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Visits `first` and all that it holds, in their order. With a list rather than recursion, since a body may nest deeply. */
async function collectFaults<Visited>(
  first: Visited,
  visit: (one: Visited) => { faults: JsonFault[]; held: Visited[] },
): Promise<JsonFault[]> {
  const left = [first]
  const found: JsonFault[] = []
  for (let step = 1; left.length > 0 && found.length < maxFaults; step++) {
    const { faults, held } = visit(left.pop()!)
    for (const fault of faults) found.push(fault)
    for (const one of held.reverse()) left.push(one)
    if (step % stepsPerYield === 0) await yieldToEventLoop()
  }
  return found.slice(0, maxFaults)
}
