import type { TSchema } from 'typebox'

/** The size of a JSON text without blanks: its bytes in UTF-8, and its values. */
export interface JsonSize {
  bytes: number
  values: number
}

/** Whether the values as JSON are together within the size. Stops once they are not: JSON.stringify would block the event
 *  loop. */
export function jsonFits(given: unknown[], max: JsonSize): boolean {
  const pending = [...given]
  let bytes = 0
  let values = 0
  while (pending.length > 0 && bytes <= max.bytes && values <= max.values) {
    const one = pending.pop()
    values++
    if (typeof one !== 'object' || one === null) {
      bytes += bytesOf(one)
      continue
    }
    const keys = Array.isArray(one) ? [] : Object.keys(one)
    const members: unknown[] = Object.values(one)
    if (values + members.length > max.values) return false
    bytes += 2 + Math.max(0, members.length - 1) + keys.reduce((sum, key) => sum + bytesOf(key) + 1, 0)
    pending.push(...members)
  }
  return bytes <= max.bytes && values <= max.values
}

const bytesOf = (scalar: unknown) => Buffer.byteLength(JSON.stringify(scalar))

// \uXXXX. A character beyond U+FFFF is two units, and `maxLength` counts it once.
const bytesPerUnit = 6
// The longest that JSON.stringify writes: -1.2345678901234567e-100.
const bytesPerNumber = 24

/** Returns the size of the largest value that a schema permits, with every character as an escape.
 *  @param given the sizes of schemas that permit any JSON
 *  @throws Error when the size has no limit */
export function largestJson(schema: TSchema, given: ReadonlyMap<TSchema, JsonSize>): JsonSize {
  const known = given.get(schema)
  if (known) return known
  const { type, anyOf, enum: names, const: name, properties, items, maxItems, maxLength } = schema as JsonSchema
  if (anyOf) return largest(anyOf.map((one) => largestJson(one, given)))
  if (names) return largest(names.map(sizeOfText))
  if (name !== undefined) return sizeOfText(name)
  if (properties) {
    const members = Object.entries(properties).map(([key, property]) => {
      const { bytes, values } = largestJson(property, given)
      return { bytes: sizeOfText(key).bytes + bytes + 2, values }
    })
    return members.reduce(sum, { bytes: 2, values: 1 })
  }
  if (items && maxItems !== undefined) {
    const { bytes, values } = largestJson(items, given)
    return { bytes: 2 + maxItems * (bytes + 1), values: 1 + maxItems * values }
  }
  const sizes = [type].flat().map((one) => {
    if (one === 'boolean' || one === 'integer' || one === 'number') return { bytes: bytesPerNumber, values: 1 }
    if (one === 'string' && maxLength !== undefined) return { bytes: 2 + 2 * bytesPerUnit * maxLength, values: 1 }
    throw new Error(`This schema has no limit: ${JSON.stringify(schema)}. Give it maxLength or maxItems.`)
  })
  return largest(sizes)
}

interface JsonSchema {
  type?: string | string[]
  anyOf?: TSchema[]
  enum?: string[]
  const?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  maxItems?: number
  maxLength?: number
}

const sizeOfText = (text: string): JsonSize => ({ bytes: 2 + bytesPerUnit * text.length, values: 1 })
const sum = (one: JsonSize, other: JsonSize) => ({ bytes: one.bytes + other.bytes, values: one.values + other.values })
const largest = (sizes: JsonSize[]): JsonSize => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  values: Math.max(...sizes.map(({ values }) => values)),
})
