import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { ConnectionLost } from './connection-lost.ts'
import { maxUploads, maxUploadsPerCredential } from './limits.ts'

/** The credentials of the files that this process reads. */
const open: string[] = []
const sockets = new WeakSet<Socket>()

/** Whether the connection sends a file, which may take longer than other requests. It ends if it sends nothing for two minutes. */
export const sendsFile = (socket: Socket) => sockets.has(socket)

/** Reads the body of a request as it arrives. If `read` leaves a part of it, discards that part: many clients read no response before
 *  they have sent the whole request.
 *  @throws Problem overloaded if the process or the credential reads too many files; ConnectionLost; the errors of `read` */
export async function readUpload<Result>(
  { raw, credentialId }: FastifyRequest,
  read: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const own = open.filter((id) => id === credentialId).length
  if (open.length >= maxUploads || own >= maxUploadsPerCredential) throw new Problem('overloaded')
  open.push(credentialId)
  sockets.add(raw.socket)
  try {
    return await read(raw.iterator({ destroyOnReturn: false })).catch((error) => {
      throw raw.readableAborted && !(error instanceof Problem) ? new ConnectionLost() : error
    })
  } finally {
    await discard(raw)
    sockets.delete(raw.socket)
    open.splice(open.indexOf(credentialId), 1)
  }
}

async function discard(raw: IncomingMessage) {
  raw.resume()
  await finished(raw).catch(() => {})
}
