import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { smtpSender } from '../src/channels/email/smtp.ts'
import { createSecret } from '../src/platform/keys/secret.ts'

// The key of the tests' service.
const secret = createSecret('a key of the tests with 32 characters')

/** Starts a real mail server, by default on loopback, and returns it with its channel. It can close the connection
 *  after accepting a mail. */
export async function mailServer(options: SMTPServerOptions = {}, host = '127.0.0.1') {
  const received: string[] = []
  const cut = { when: (_nth: number) => false }
  const lines = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        const line = [...lines].find(({ remotePort }) => remotePort === session.remotePort)
        if (cut.when(received.push(text))) line!.destroy()
        else done()
      })
    },
    ...options,
  })
  // A client that is killed during a mail. Without a listener, the error would end the process of the tests.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error
  })
  server.server.on('connection', (line: Socket) => lines.add(line))
  server.listen(0, host)
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const email = smtpSender(`smtp://${host}:${port}`, 'notices@clinic.example', secret)
  onTestFinished(async () => {
    email.close()
    await new Promise<void>((closed) => server.close(() => closed()))
  })
  return { received, email, cut, port }
}

/** Options of a server that replies to each recipient with this code. */
export const refusing = (responseCode: number, message: string) =>
  ({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error(message), { responseCode })),
  }) satisfies SMTPServerOptions

/** Options of a server that replies to the content of each mail with this code. */
export const refusingData = (responseCode: number, message: string) =>
  ({
    onData(stream, _session, done) {
      stream.resume().on('end', () => done(Object.assign(new Error(message), { responseCode })))
    },
  }) satisfies SMTPServerOptions
