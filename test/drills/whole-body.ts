import type { IncomingMessage } from 'node:http'

/** Returns the body of a request; undefined if its client was killed while it sent the body. */
export async function wholeBody(request: IncomingMessage): Promise<string | undefined> {
  try {
    return Buffer.concat(await request.toArray()).toString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return undefined
    throw error
  }
}
