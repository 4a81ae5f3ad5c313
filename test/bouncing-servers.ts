import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './postgres-server.ts'
import { isInstalled, runServer } from './real-mail-servers.ts'
import { temporaryFolder } from './rollcall.ts'

// Debian's packages of Postfix and Exim exclude each other and OpenSMTPD. `.ci/run` unpacks them here.
const unpacked = '/opt/mail-servers'
const postfix = join(unpacked, 'postfix')
const exim = join(unpacked, 'exim/usr/sbin/exim4')

const isRoot = process.getuid?.() === 0

/** The servers on this machine. Each one relays all mails to a port and bounces them to the sender when they are refused there.
 *  They give up at once after a temporary refusal. */
export const bouncingServers = {
  postfix: { isThere: isRoot && existsSync(postfix), start: startPostfix },
  exim: { isThere: isRoot && existsSync(exim), start: startExim },
  opensmtpd: { isThere: isRoot && isInstalled('smtpd', '-h'), start: startOpenSmtpd },
}

for (const [name, { isThere }] of Object.entries(bouncingServers))
  if (!isThere) process.stderr.write(`\nBOUNCES OF ${name.toUpperCase()} NOT TESTED: run .ci/run as root.\n\n`)

/** Returns a folder for a server. */
function folderOf(owner: string) {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  spawnSync('chown', [owner, folder])
  return folder
}

async function startOpenSmtpd(relayPort: number) {
  const port = await freePort()
  // With 1s, a busy machine dropped a third of the reports.
  const file = join(folderOf('root'), 'smtpd.conf')
  const settings = `
queue ttl 20s
listen on 127.0.0.1 port ${port} hostname mail.clinic.example
action "relay" relay host smtp://127.0.0.1:${relayPort} helo mail.clinic.example
match from any for any action "relay"
`
  writeFileSync(file, settings, { mode: 0o600 })
  await runServer('smtpd', ['-d', '-f', file], port)
  return port
}

async function startExim(relayPort: number) {
  const port = await freePort()
  const folder = folderOf('Debian-exim')
  const file = join(folder, 'exim.conf')
  const settings = `
exim_path = ${exim}
exim_user = Debian-exim
exim_group = Debian-exim
primary_hostname = mail.clinic.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts =
acl_smtp_rcpt = accept
acl_smtp_data = accept
begin routers
all:
  driver = manualroute
  transport = smtp
  route_list = * 127.0.0.1::${relayPort}
  self = send
begin transports
smtp:
  driver = smtp
  allow_localhost
  hosts_avoid_tls = *
begin retry
* * F,1s,1s
`
  writeFileSync(file, settings, { mode: 0o644 })
  await runServer(exim, ['-C', file, '-bdf', '-q1s'], port)
  return port
}

async function startPostfix(relayPort: number) {
  const port = await freePort()
  const folder = folderOf('root')
  const [queue, data] = [join(folder, 'queue'), join(folder, 'data')]
  const own = [
    'active',
    'bounce',
    'corrupt',
    'defer',
    'deferred',
    'flush',
    'hold',
    'incoming',
    'private',
    'saved',
    'trace',
  ]
  for (const name of [...own, 'maildrop', 'public', 'pid']) mkdirSync(join(queue, name), { recursive: true })
  mkdirSync(data)
  spawnSync('chown', ['daemon', data, ...own.map((name) => join(queue, name))])
  spawnSync('chown', ['daemon:mail', join(queue, 'maildrop'), join(queue, 'public')])
  const libraries = join(postfix, 'usr/lib/postfix')
  // Outside of /usr, the programs find their libraries only by LD_LIBRARY_PATH.
  const settings = `
compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
daemon_directory = ${libraries}/sbin
command_directory = ${postfix}/usr/sbin
shlib_directory = ${libraries}
meta_directory = ${folder}
mail_owner = daemon
setgid_group = mail
import_environment = LD_LIBRARY_PATH MAIL_CONFIG
export_environment = LD_LIBRARY_PATH MAIL_CONFIG
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.clinic.example
mynetworks = 127.0.0.0/8
mydestination =
local_recipient_maps =
alias_maps =
relayhost = [127.0.0.1]:${relayPort}
maximal_queue_lifetime = 0
bounce_queue_lifetime = 0
`
  writeFileSync(join(folder, 'main.cf'), settings)
  writeFileSync(join(folder, 'master.cf'), postfixServices(port))
  for (const name of ['postfix-files', 'dynamicmaps.cf']) writeFileSync(join(folder, name), '')
  const env = { LD_LIBRARY_PATH: libraries, MAIL_CONFIG: folder }
  await runServer(join(libraries, 'sbin/master'), ['-d', '-c', folder], port, env)
  return port
}

const postfixServices = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
`
