/** A property that a change gave another value. Undefined: it had none, or has none now. */
export interface ChangeLine {
  path: string[]
  before: unknown
  after: unknown
}

/** Returns the properties in which two versions of a resource differ. */
export function linesOf(before: unknown, after: unknown, path: string[] = []): ChangeLine[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const names = isGroup(before) || isGroup(after) ? new Set([...namesOf(before), ...namesOf(after)]) : []
  const lines = [...names].flatMap((name) => linesOf(memberOf(before, name), memberOf(after, name), [...path, name]))
  return lines.length > 0 ? lines : [{ path, before, after }]
}

/** Writes a value that has no properties. */
export function writtenValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(writtenValue).join(', ')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** An object, or a list of objects, whose members count from 1. */
const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && (!Array.isArray(value) || value.some((one) => isGroup(one)))

const namesOf = (value: unknown) =>
  Array.isArray(value) ? value.map((_, index) => String(index + 1)) : isGroup(value) ? Object.keys(value) : []

const memberOf = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? value[Number(name) - 1] : isGroup(value) ? value[name as never] : undefined
