import { once } from 'node:events'
import { type BlockList, connect } from 'node:net'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { plaintextRefusal } from '../plaintext.ts'

type GetSocket = NonNullable<SMTPTransport.Options['getSocket']>

const submissionPort = 587

/** Connects for nodemailer, and requires STARTTLS of an address that must not be reached without TLS. */
export const plainSocket =
  (plaintext: BlockList, timeoutMs: number): GetSocket =>
  ({ host, port, secure }, done) => {
    // Nodemailer makes connections that begin with TLS itself.
    if (secure) return done(null, false)
    const socket = connect({ host: host!.replace(/^\[|\]$/g, ''), port: Number(port) || submissionPort })
    once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) }).then(
      () => {
        const requireTLS = plaintextRefusal(socket.remoteAddress, plaintext) !== undefined
        done(null, { connection: socket, requireTLS })
      },
      (error: Error) => {
        socket.destroy()
        done(error.name === 'AbortError' ? new Error('the mail server does not answer') : error, false)
      },
    )
  }
