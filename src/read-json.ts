import { yieldToEventLoop } from './event-loop.ts'
import { type JsonFault, maxFaults, pointerPart } from './invalid-body.ts'

export interface JsonLimits {
  depth: number
  values: number
  /** The maximum for one object. */
  keys: number
  /** In UTF-16 code units. */
  keyLength: number
  /** Of a string that is a value, in UTF-16 code units. */
  textLength: number
}

interface JsonRead {
  value: unknown
  faults: JsonFault[]
  /** Whether reading stopped at a limit: the value is incomplete. */
  isOver: boolean
}

// A chunk of this size takes a few tenths of a millisecond. A token takes as long as 256 bytes, whatever its length.
const bytesPerYield = 64 * 1024
const bytesPerToken = 256

/** Parses JSON in UTF-8 like JSON.parse, but yields to the event loop: JSON.parse takes 100 ms for some texts of 1 MiB.
 *  Decodes one token at a time, because the text of a large body would not fit into the heap. Also reports repeated keys
 *  of an object, and strings that the databases cannot store. Stops at a limit, and at `maxFaults`.
 *  @throws SyntaxError */
export async function readJson(json: Buffer, limits: JsonLimits): Promise<JsonRead> {
  const state: ParserState = {
    limits,
    open: [],
    root: undefined,
    count: 0,
    awaits: 'value',
    faults: new Map(),
    isOver: false,
  }
  for (let at = 0, end = 0, work = 0; at < json.length && !state.isOver; at = end) {
    const kind = kinds[json[at]!]
    end = kind === blank ? at + 1 : take[kind ?? 'literal']!(state, json, at)
    work += end - at + (kind === blank ? 0 : bytesPerToken)
    if (work < bytesPerYield) continue
    work = 0
    await yieldToEventLoop()
  }
  if (!state.isOver) expect(state, 'end')
  return { value: state.root, faults: [...state.faults.values()], isOver: state.isOver }
}

interface ParserState {
  limits: JsonLimits
  /** The open objects and arrays, outermost first. */
  open: Container[]
  root: unknown
  /** The number of values so far. */
  count: number
  /** The expected token. The first key, the first item and a comma can be replaced by the closing bracket. */
  awaits: 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'comma' | 'end'
  /** Keyed by pointer and reason: each fault is reported once. */
  faults: Map<string, JsonFault>
  isOver: boolean
}

type Container =
  | { items: unknown[] }
  | { members: Record<string, unknown>; key: string; count: number; repeated: Set<string> }

const blank = ' '
/** What a byte begins: a structural token, a string, or a blank. Other bytes belong to a literal. */
const kinds: (string | undefined)[] = Array.from({ length: 256 })
for (const character of '{}[],:"') kinds[character.charCodeAt(0)] = character
for (const character of ' \t\n\r') kinds[character.charCodeAt(0)] = blank

/** Takes the token at this index, and returns the index after it. JSON.parse reads the strings, numbers and literals,
 *  and rejects malformed ones. */
const take: Record<string, (state: ParserState, json: Buffer, at: number) => number> = {
  '{': (state, _json, at) => {
    const members = {}
    put(state, members)
    begin(state, { members, key: '', count: 0, repeated: new Set() }, 'first key')
    return at + 1
  },
  '[': (state, _json, at) => {
    const items: unknown[] = []
    put(state, items)
    begin(state, { items }, 'first item')
    return at + 1
  },
  '}': (state, _json, at) => finish(state, 'first key', 'members', at),
  ']': (state, _json, at) => finish(state, 'first item', 'items', at),
  ',': (state, _json, at) => {
    expect(state, 'comma')
    state.awaits = 'items' in state.open.at(-1)! ? 'value' : 'key'
    return at + 1
  },
  ':': (state, _json, at) => {
    expect(state, 'colon')
    state.awaits = 'value'
    return at + 1
  },
  '"': (state, json, at) => {
    const end = endOfString(json, at)
    const isKey = state.awaits === 'key' || state.awaits === 'first key'
    const length = isKey ? state.limits.keyLength : state.limits.textLength
    // A character has at most six bytes: \uXXXX.
    const text: string | undefined = end - at > 6 * length + 2 ? undefined : JSON.parse(json.toString('utf8', at, end))
    if (isKey) takeKey(state, text)
    else takeText(state, text)
    return end
  },
  literal: (state, json, at) => {
    let end = at + 1
    const limit = Math.min(json.length, at + state.limits.textLength)
    while (end < limit && kinds[json[end]!] === undefined) end++
    takeLiteral(state, JSON.parse(json.toString('utf8', at, end)))
    return end
  },
}

function takeLiteral(state: ParserState, value: unknown) {
  put(state, value)
  // JSON.parse reads it as Infinity, which JSON cannot express.
  if (value === Infinity || value === -Infinity) fault(state, pointerTo(state.open), 'is a number beyond 1.8e308')
}

function takeText(state: ParserState, text: string | undefined) {
  const { textLength } = state.limits
  const isTooLong = text === undefined || text.length > textLength
  put(state, isTooLong ? '' : text)
  if (isTooLong) fault(state, pointerTo(state.open), `has more than ${textLength} characters`)
  else if (!isStorable(text)) fault(state, pointerTo(state.open), 'contains a NUL character or an unpaired surrogate')
}

function takeKey(state: ParserState, key: string | undefined) {
  const { open, limits } = state
  const object = open.at(-1) as Extract<Container, { members: object }>
  const pointer = () => pointerTo(open.slice(0, -1))
  if (key === undefined || key.length > limits.keyLength)
    return stop(state, pointer(), `has a key of more than ${limits.keyLength} characters`)
  object.key = key
  state.awaits = 'colon'
  if (++object.count > limits.keys) return stop(state, pointer(), `has more than ${limits.keys} keys`)
  if (!isStorable(key)) return fault(state, pointer(), 'has a key with a NUL character or an unpaired surrogate')
  if (!Object.hasOwn(object.members, key) || object.repeated.has(key)) return
  object.repeated.add(key)
  fault(state, pointerTo(open), 'is given more than once')
}

function put(state: ParserState, value: unknown) {
  expect(state, 'value', 'first item')
  const container = state.open.at(-1)
  state.awaits = container ? 'comma' : 'end'
  if (!container) state.root = value
  else if ('items' in container) container.items.push(value)
  else if (container.key !== '__proto__') container.members[container.key] = value
  // Assigning `__proto__` would change the object's prototype.
  else fault(state, pointerTo(state.open), 'is not allowed as a key')
  if (++state.count > state.limits.values) stop(state, '', `holds more than ${state.limits.values} values`)
}

function begin(state: ParserState, container: Container, awaits: ParserState['awaits']) {
  const { open, limits } = state
  if (open.push(container) > limits.depth) stop(state, '', `nests more than ${limits.depth} levels deep`)
  state.awaits = awaits
}

function finish(state: ParserState, empty: ParserState['awaits'], kind: 'members' | 'items', at: number) {
  expect(state, empty, 'comma')
  const container = state.open.pop()
  if (!container || !(kind in container)) throw new SyntaxError(`Unexpected end of ${kind}`)
  state.awaits = state.open.length > 0 ? 'comma' : 'end'
  return at + 1
}

function expect({ awaits }: ParserState, ...allowed: ParserState['awaits'][]) {
  if (!allowed.includes(awaits)) throw new SyntaxError(`Expected ${awaits}`)
}

function fault(state: ParserState, pointer: string, reason: string) {
  state.faults.set(`${pointer} ${reason}`, { pointer, reason })
  if (state.faults.size >= maxFaults) state.isOver = true
}

function stop(state: ParserState, pointer: string, reason: string) {
  fault(state, pointer, reason)
  state.isOver = true
}

const pointerTo = (open: Container[]) => open.map((container) => `/${pointerPart(placeIn(container))}`).join('')

/** Returns the key or index of the latest value. */
const placeIn = (container: Container) => ('items' in container ? `${container.items.length - 1}` : container.key)

// Neither engine stores NUL in a text, and UTF-8 cannot encode a lone surrogate.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Returns the index after the string that begins at `start`. */
function endOfString(json: Buffer, start: number): number {
  for (let at = json.indexOf(quote, start + 1); at >= 0; at = json.indexOf(quote, at + 1)) {
    let escapes = 0
    while (json[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at + 1
  }
  return json.length
}

const quote = 0x22
const backslash = 0x5c
