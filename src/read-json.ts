import { yieldToEventLoop } from './event-loop.ts'
import { type JsonFault, maxFaults, pointerPart } from './invalid-body.ts'

export interface JsonLimits {
  depth: number
  values: number
  /** Of one object. */
  keys: number
  /** In UTF-16 code units. */
  keyLength: number
}

// Some tenths of a millisecond.
const tokensPerYield = 256

/** Reads a JSON text as JSON.parse does, and gives way to other work meanwhile: JSON.parse takes 100 ms for some texts of
 *  1 MiB. Also finds keys that an object has more than once, of which JSON.parse keeps the last, and texts that cannot be
 *  stored. It stops at a limit, and at `maxFaults`.
 *  @throws SyntaxError */
export async function readJson(text: string, limits: JsonLimits): Promise<{ value: unknown; faults: JsonFault[] }> {
  const reading: Reading = {
    limits,
    open: [],
    root: undefined,
    count: 0,
    awaits: 'value',
    faults: new Map(),
    isOver: false,
  }
  const structural = /["{}[\],:]/g
  let end = 0
  for (let token = 1; !reading.isOver && structural.test(text); token++) {
    const start = structural.lastIndex - 1
    if (start > end) takeLiteral(reading, text.slice(end, start))
    end = text[start] === '"' ? endOfString(text, start) : start + 1
    structural.lastIndex = end
    take[text[start]!]!(reading, text.slice(start, end))
    if (token % tokensPerYield === 0) await yieldToEventLoop()
  }
  if (!reading.isOver) {
    takeLiteral(reading, text.slice(end))
    expect(reading, 'end')
  }
  return { value: reading.root, faults: [...reading.faults.values()] }
}

interface Reading {
  limits: JsonLimits
  /** The objects and arrays that are open, outermost first. */
  open: Container[]
  root: unknown
  /** Of the values. */
  count: number
  /** What may come next. An object or array may also end where its first key, its first item or a comma may come. */
  awaits: 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'comma' | 'end'
  /** By pointer and reason. */
  faults: Map<string, JsonFault>
  isOver: boolean
}

type Container =
  | { items: unknown[] }
  | { members: Record<string, unknown>; key: string; count: number; repeated: Set<string> }

// JSON.parse reads the strings, numbers and literals, and rejects malformed ones.
const take: Record<string, (reading: Reading, token: string) => void> = {
  '{': (reading) => {
    const members = {}
    put(reading, members)
    begin(reading, { members, key: '', count: 0, repeated: new Set() }, 'first key')
  },
  '[': (reading) => {
    const items: unknown[] = []
    put(reading, items)
    begin(reading, { items }, 'first item')
  },
  '}': (reading) => finish(reading, 'first key', 'members'),
  ']': (reading) => finish(reading, 'first item', 'items'),
  ',': (reading) => {
    expect(reading, 'comma')
    reading.awaits = 'items' in reading.open.at(-1)! ? 'value' : 'key'
  },
  ':': (reading) => {
    expect(reading, 'colon')
    reading.awaits = 'value'
  },
  '"': (reading, token) => {
    const text: string = JSON.parse(token)
    if (reading.awaits === 'key' || reading.awaits === 'first key') return takeKey(reading, text)
    put(reading, text)
    if (!isStorable(text)) fault(reading, pointerTo(reading.open), 'holds a NUL or half a character')
  },
}

function takeLiteral(reading: Reading, text: string) {
  if (/[^ \t\n\r]/.test(text)) put(reading, JSON.parse(text))
}

function takeKey(reading: Reading, key: string) {
  const { open, limits } = reading
  const object = open.at(-1) as Extract<Container, { members: object }>
  const pointer = () => pointerTo(open.slice(0, -1))
  if (key.length > limits.keyLength)
    return stop(reading, pointer(), `has a key of more than ${limits.keyLength} characters`)
  object.key = key
  reading.awaits = 'colon'
  if (++object.count > limits.keys) return stop(reading, pointer(), `has more than ${limits.keys} keys`)
  if (!isStorable(key)) return fault(reading, pointer(), 'has a key with a NUL or half a character')
  if (!Object.hasOwn(object.members, key) || object.repeated.has(key)) return
  object.repeated.add(key)
  fault(reading, pointerTo(open), 'is given more than once')
}

function put(reading: Reading, value: unknown) {
  expect(reading, 'value', 'first item')
  const container = reading.open.at(-1)
  reading.awaits = container ? 'comma' : 'end'
  if (!container) reading.root = value
  else if ('items' in container) container.items.push(value)
  else if (container.key !== '__proto__') container.members[container.key] = value
  // An assignment would change the object's prototype.
  else fault(reading, pointerTo(reading.open), 'is not allowed as a key')
  if (++reading.count > reading.limits.values) stop(reading, '', `holds more than ${reading.limits.values} values`)
}

function begin(reading: Reading, container: Container, awaits: Reading['awaits']) {
  const { open, limits } = reading
  if (open.push(container) > limits.depth) stop(reading, '', `nests more than ${limits.depth} levels deep`)
  reading.awaits = awaits
}

function finish(reading: Reading, empty: Reading['awaits'], kind: 'members' | 'items') {
  expect(reading, empty, 'comma')
  const container = reading.open.pop()
  if (!container || !(kind in container)) throw new SyntaxError(`Unexpected end of ${kind}`)
  reading.awaits = reading.open.length > 0 ? 'comma' : 'end'
}

function expect({ awaits }: Reading, ...allowed: Reading['awaits'][]) {
  if (!allowed.includes(awaits)) throw new SyntaxError(`Expected ${awaits}`)
}

function fault(reading: Reading, pointer: string, reason: string) {
  reading.faults.set(`${pointer} ${reason}`, { pointer, reason })
  if (reading.faults.size >= maxFaults) reading.isOver = true
}

function stop(reading: Reading, pointer: string, reason: string) {
  fault(reading, pointer, reason)
  reading.isOver = true
}

const pointerTo = (open: Container[]) => open.map((container) => `/${pointerPart(placeIn(container))}`).join('')

/** The key or index of the value that was read last. */
const placeIn = (container: Container) => ('items' in container ? `${container.items.length - 1}` : container.key)

// Neither engine keeps a NUL in a text, and UTF-8 has no half of a surrogate pair.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** The index after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) at++
  }
  return text.length
}

const quote = 0x22
const backslash = 0x5c
