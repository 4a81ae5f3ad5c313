import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Event } from '../../src/log/events/event.ts'
import { authorization } from './event-writers.ts'
import { anyOf } from './persistent-client.ts'

export interface FollowerContext {
  clinic: string
  token: string
  servers: { address: string }[]
}

/** The stored position of a follower, and what it has processed. */
export interface FollowerState {
  events: Event[]
  position: number
  restarts: number
}

/** Receives events in order. Resolves after it has checked that the effect of each is visible. */
type Process = (events: Event[]) => Promise<unknown>

/** Follows the log until `isOver` and no event is left. It restarts at random, and continues after its stored position. */
export async function follow(
  context: FollowerContext,
  process: Process,
  isOver: () => boolean,
): Promise<FollowerState> {
  const followed: FollowerState = { events: [], position: 0, restarts: 0 }
  const sessions = [readPages, poll, stream]
  while (!isOver()) {
    const session = sessions[Math.floor(Math.random() * sessions.length)]!
    const signal = AbortSignal.timeout(Math.floor(Math.random() * 1_000))
    await session(context, followed, process, signal).catch(onlyInterrupted)
    followed.restarts++
    // A process may be starting.
    await delay(10)
  }
  for (let isAtEnd = false; !isAtEnd; ) {
    const before = followed.position
    const read = readPage(context, followed, process, '?limit=1000')
    isAtEnd = await read.then(() => followed.position === before).catch(onlyInterrupted)
  }
  return followed
}

type Session = (
  context: FollowerContext,
  followed: FollowerState,
  process: Process,
  signal: AbortSignal,
) => Promise<void>

const readPages: Session = async (context, followed, process, signal) => {
  while (!signal.aborted) {
    const before = followed.position
    await readPage(context, followed, process, `?limit=${1 + Math.floor(Math.random() * 50)}`, signal)
    if (followed.position === before) await delay(20)
  }
}

const poll: Session = async (context, followed, process, signal) => {
  while (!signal.aborted) await readPage(context, followed, process, '?limit=50&wait=5', signal)
}

const stream: Session = async (context, followed, process, signal) => {
  const response = await request(context, followed, '', 'text/event-stream', signal)
  const chunks = response.body!.pipeThrough(new TextDecoderStream())
  let rest = ''
  for await (const chunk of chunks) {
    const messages = (rest + chunk).split('\n\n')
    rest = messages.pop()!
    const events = messages.flatMap((message) => {
      const data = /^id: (\d+)\nevent: (.+)\ndata: (.+)$/.exec(message)
      if (!data) return []
      const event = JSON.parse(data[3]!) as Event
      expect([event.sequence, event.kind]).toEqual([Number(data[1]), data[2]])
      return [event]
    })
    await take(followed, events, process, signal)
    if (signal.aborted) return
  }
}

async function readPage(
  context: FollowerContext,
  followed: FollowerState,
  process: Process,
  query: string,
  signal?: AbortSignal,
) {
  const response = await request(context, followed, query, 'application/json', signal)
  const events = (await response.json()) as Event[]
  expect(Number(response.headers.get('rollcall-sequence'))).toBe(events.at(-1)?.sequence ?? followed.position)
  await take(followed, events, process, signal)
}

class Unavailable extends Error {}

async function request(
  { clinic, token, servers }: FollowerContext,
  { position }: FollowerState,
  query: string,
  accept: string,
  signal: AbortSignal | undefined,
) {
  const headers = { ...authorization(token), accept }
  const url = `${anyOf(servers)}/v1/events/${clinic}/since/${position}${query}`
  const response = await fetch(url, { headers, ...(signal && { signal }) })
  if (response.status === 503) throw new Unavailable()
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}

/** Processes the events and stores the position. After a restart, events that were received and not processed come again. */
async function take(followed: FollowerState, events: Event[], process: Process, signal: AbortSignal | undefined) {
  const taken = signal && Math.random() < 0.2 ? events.slice(0, Math.random() * events.length) : events
  for (const { sequence } of taken) expect(sequence).toBe(++followed.position)
  await process(taken)
  followed.events.push(...taken)
  if (taken.length < events.length) throw new Unavailable()
}

/** A killed process ends the connection. */
function onlyInterrupted(error: Error) {
  const isExpected = error instanceof TypeError || error instanceof Unavailable || error.name === 'TimeoutError'
  if (!isExpected) throw error
  return false
}
