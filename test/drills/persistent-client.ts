import { setTimeout as delay } from 'node:timers/promises'

interface TextResponse {
  status: number
  text: string
}

/** Repeats a request until a process responds with one of the statuses, as a client without a response does. */
export type Insist = (path: string, init: RequestInit, statuses: number[]) => Promise<TextResponse>

/** Sends each request to a random process.
 *  @param servers the list may change, as processes are killed
 *  @throws Error for a response with another status, except 503 */
export const persistentClient =
  (servers: { address: string }[]): Insist =>
  async (path, init, statuses) => {
    for (;;) {
      try {
        const response = await fetch(`${anyOf(servers)}${path}`, { redirect: 'manual', ...init })
        const text = await response.text()
        if (statuses.includes(response.status)) return { status: response.status, text }
        if (response.status !== 503) throw new Error(`${path}: ${response.status} ${text}`)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
      await delay(20)
    }
  }

/** Returns the address of a random process. */
export const anyOf = (servers: { address: string }[]) => servers[Math.floor(Math.random() * servers.length)]!.address
