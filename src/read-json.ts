import { yieldToEventLoop } from './event-loop.ts'
import { type JsonFault, maxFaults, pointerPart } from './invalid-body.ts'

export interface JsonLimits {
  depth: number
  values: number
  /** The maximum for one object. */
  keys: number
  /** In UTF-16 code units. */
  keyLength: number
}

// These tokens take a few tenths of a millisecond.
const tokensPerYield = 256

/** Parses JSON like JSON.parse, but yields to the event loop: JSON.parse takes 100 ms for some texts of 1 MiB. Also
 *  reports repeated keys of an object, and strings that the databases cannot store. Stops at a limit, and at
 *  `maxFaults`.
 *  @throws SyntaxError */
export async function readJson(text: string, limits: JsonLimits): Promise<{ value: unknown; faults: JsonFault[] }> {
  const state: ParserState = {
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
  for (let token = 1; !state.isOver && structural.test(text); token++) {
    const start = structural.lastIndex - 1
    if (start > end) takeLiteral(state, text.slice(end, start))
    end = text[start] === '"' ? endOfString(text, start) : start + 1
    structural.lastIndex = end
    take[text[start]!]!(state, text.slice(start, end))
    if (token % tokensPerYield === 0) await yieldToEventLoop()
  }
  if (!state.isOver) {
    takeLiteral(state, text.slice(end))
    expect(state, 'end')
  }
  return { value: state.root, faults: [...state.faults.values()] }
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

// JSON.parse reads the strings, numbers and literals, and rejects malformed ones.
const take: Record<string, (state: ParserState, token: string) => void> = {
  '{': (state) => {
    const members = {}
    put(state, members)
    begin(state, { members, key: '', count: 0, repeated: new Set() }, 'first key')
  },
  '[': (state) => {
    const items: unknown[] = []
    put(state, items)
    begin(state, { items }, 'first item')
  },
  '}': (state) => finish(state, 'first key', 'members'),
  ']': (state) => finish(state, 'first item', 'items'),
  ',': (state) => {
    expect(state, 'comma')
    state.awaits = 'items' in state.open.at(-1)! ? 'value' : 'key'
  },
  ':': (state) => {
    expect(state, 'colon')
    state.awaits = 'value'
  },
  '"': (state, token) => {
    const text: string = JSON.parse(token)
    if (state.awaits === 'key' || state.awaits === 'first key') return takeKey(state, text)
    put(state, text)
    if (!isStorable(text)) fault(state, pointerTo(state.open), 'contains a NUL character or an unpaired surrogate')
  },
}

function takeLiteral(state: ParserState, text: string) {
  if (/[^ \t\n\r]/.test(text)) put(state, JSON.parse(text))
}

function takeKey(state: ParserState, key: string) {
  const { open, limits } = state
  const object = open.at(-1) as Extract<Container, { members: object }>
  const pointer = () => pointerTo(open.slice(0, -1))
  if (key.length > limits.keyLength)
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

function finish(state: ParserState, empty: ParserState['awaits'], kind: 'members' | 'items') {
  expect(state, empty, 'comma')
  const container = state.open.pop()
  if (!container || !(kind in container)) throw new SyntaxError(`Unexpected end of ${kind}`)
  state.awaits = state.open.length > 0 ? 'comma' : 'end'
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
