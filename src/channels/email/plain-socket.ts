import { once } from 'node:events'
import { type BlockList, connect } from 'node:net'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { plaintextRefusal } from '../plaintext.ts'

type GetSocket = NonNullable<SMTPTransport.Options['getSocket']>

const submissionPort = 587

/** Opens the socket for Nodemailer, and requires STARTTLS unless the operator allows plaintext to the address. */
export const plainSocket =
  (plaintext: BlockList, timeoutMs: number): GetSocket =>
  ({ host, port, secure }, done) => {
    // Nodemailer opens implicit TLS connections itself.
    if (secure) return done(null, false)
    const socket = connect({ host: host!.replace(/^\[|\]$/g, ''), port: Number(port) || submissionPort })
    once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) }).then(
      () => {
        const requireTLS = plaintextRefusal(socket.remoteAddress, plaintext) !== undefined
        done(null, { connection: socket, requireTLS })
      },
      (error: Error) => {
        socket.destroy()
        done(error.name === 'AbortError' ? new Error('the mail server did not respond in time') : error, false)
      },
    )
  }
