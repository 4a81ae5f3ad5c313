import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './postgres-server.ts'
import { temporaryFolder } from './rollcall.ts'

export const isInstalled = (command: string, argument: string) => spawnSync(command, [argument]).error === undefined

/** Whether Debian's OpenSMTPD and Dovecot are installed, and this process may start them. */
export const hasMailServers =
  process.getuid?.() === 0 && isInstalled('smtpd', '-h') && isInstalled('dovecot', '--version')
if (!hasMailServers)
  process.stderr.write(
    '\nBOUNCES NOT TESTED WITH REAL MAIL SERVERS: they need root, OpenSMTPD and Dovecot (apt-get install opensmtpd dovecot-imapd).\n\n',
  )

/** Starts an OpenSMTPD that accepts all mail. It keeps the mail of `clinic.example`, and relays the rest to the server at
 *  `relayPort`, whose refusals it bounces. Dovecot serves the mailbox. It accepts a password, or
 *  an access token that `tokenInfoUrl` confirms. */
export async function realMailServers(relayPort: number, tokenInfoUrl = 'http://127.0.0.1:1/') {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const mails = join(folder, 'mails')
  mkdirSync(mails)
  spawnSync('chown', ['nobody', mails])
  const [smtpPort, imapPort] = [await freePort(), await freePort()]
  await startServer(folder, 'smtpd', ['-d', '-f'], smtpPort, smtpdSettings(mails, smtpPort, relayPort))
  writeFileSync(join(folder, 'oauth2'), `tokeninfo_url = ${tokenInfoUrl}\n`)
  const startDovecot = () =>
    startServer(folder, 'dovecot', ['-F', '-c'], imapPort, dovecotSettings(folder, mails, imapPort))
  let dovecot = await startDovecot()
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    imapUrl: `imap://bounces:secret@127.0.0.1:${imapPort}/INBOX`,
    tokenImapUrl: `imap://notices%40clinic.example@127.0.0.1:${imapPort}/INBOX`,
    async restartImap() {
      await dovecot.stop()
      dovecot = await startDovecot()
    },
    /** Puts a mail into the mailbox. */
    put(name: string, source: string) {
      for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(mails, part), { recursive: true })
      writeFileSync(join(mails, 'new', name), source)
      spawnSync('chown', ['-R', 'nobody', mails])
    },
  }
}

const smtpdSettings = (mails: string, port: number, relayPort: number) => `
listen on 127.0.0.1 port ${port}
action "keep" maildir "${mails}" user nobody virtual { "@" = "nobody" }
action "relay" relay host smtp://127.0.0.1:${relayPort}
match from any for domain "clinic.example" action "keep"
match from any for any action "relay"
`

const dovecotSettings = (folder: string, mails: string, port: number) => `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
auth_mechanisms = plain login xoauth2 oauthbearer
mail_location = maildir:${mails}
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = ${folder}/users
  mechanisms = plain login
}
passdb {
  driver = oauth2
  args = ${folder}/oauth2
  mechanisms = xoauth2 oauthbearer
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${mails}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`

/** Starts a server with these settings until the end of the test, and waits until it listens. */
async function startServer(folder: string, command: string, args: string[], port: number, settings: string) {
  const file = join(folder, `${command}.conf`)
  // As smtpd requires.
  writeFileSync(file, settings, { mode: 0o600 })
  writeFileSync(join(folder, 'users'), 'bounces:{PLAIN}secret\n', { mode: 0o644 })
  return runServer(command, [...args, file], port)
}

/** Runs a server until the end of the test, and waits until it listens. Starts it again if it ends before: OpenSMTPD does while
 *  another one on the machine runs or stops. */
export async function runServer(command: string, args: string[], port: number, env = {}) {
  const start = () => spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  let child = start()
  const stop = () => end(child)
  onTestFinished(stop)
  const listens = () => {
    if (hasEnded(child)) child = start()
    return accepts(port)
  }
  await expect.poll(listens, { timeout: 150_000, interval: 200, message: command }).toBe(true)
  return { stop }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function end(child: ChildProcess) {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
