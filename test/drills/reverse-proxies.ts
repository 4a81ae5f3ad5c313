import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../postgres-server.ts'
import { temporaryFolder } from '../rollcall.ts'

/** What replaces the addresses and paths of a configuration. */
interface Place {
  folder: string
  http: number
  https: number
  /** The port of the service. */
  service: number
}

export interface ReverseProxy {
  name: string
  command: string
  /** The Debian package. */
  package: string
  /** The file of docs/proxies/. */
  file: string
  replaced(place: Place): Record<string, string>
  args(file: string, folder: string): string[]
  /** The status while the service is away. */
  away: number
  /** Whether a response that breaks off breaks off at the client, too. */
  cutsResponses: boolean
}

const startsInMs = 20_000
const certificate = 'certificate.pem'
const key = 'key.pem'
const serviceAt = ({ service }: Place) => ({ '127.0.0.1:8080': `127.0.0.1:${service}` })

export const proxies: ReverseProxy[] = [
  {
    name: 'nginx',
    command: 'nginx',
    package: 'nginx-light',
    file: 'nginx.conf',
    replaced: (place) => ({
      ...serviceAt(place),
      'listen 80;': `listen 127.0.0.1:${place.http};`,
      'listen [::]:80;': `listen 127.0.0.2:${place.http};`,
      'listen 443 ssl': `listen 127.0.0.1:${place.https} ssl`,
      'listen [::]:443 ssl': `listen 127.0.0.2:${place.https} ssl`,
      'rollcall.clinic.example': 'localhost',
      '/etc/ssl/rollcall/fullchain.pem': join(place.folder, certificate),
      '/etc/ssl/rollcall/privkey.pem': join(place.folder, key),
      '/var/log/nginx/rollcall.log': join(place.folder, 'rollcall.log'),
    }),
    args: (file, folder) => ['-c', nginxAround(file, folder), '-e', 'stderr'],
    away: 502,
    cutsResponses: true,
  },
  {
    name: 'Caddy',
    command: 'caddy',
    package: 'caddy',
    file: 'Caddyfile',
    replaced: (place) => ({
      ...serviceAt(place),
      '{\n\tlog {': `{\n\tadmin off\n\thttp_port ${place.http}\n\thttps_port ${place.https}\n\tlog {`,
      'rollcall.clinic.example {': `localhost {\n\ttls ${join(place.folder, certificate)} ${join(place.folder, key)}`,
    }),
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    away: 502,
    // Debian's 2.6 completes them: https://github.com/caddyserver/caddy/issues/5951
    cutsResponses: false,
  },
  {
    name: 'HAProxy',
    command: 'haproxy',
    package: 'haproxy',
    file: 'haproxy.cfg',
    replaced: (place) => ({
      ...serviceAt(place),
      ':::80 v4v6': `127.0.0.1:${place.http}`,
      ':::443 v4v6': `127.0.0.1:${place.https}`,
      '/etc/haproxy/rollcall.pem': join(place.folder, 'both.pem'),
      // Only root can change its user.
      ...(process.getuid!() !== 0 && { '  chroot /var/lib/haproxy\n  user haproxy\n  group haproxy\n': '' }),
    }),
    args: (file) => ['-db', '-f', file],
    away: 503,
    cutsResponses: true,
  },
]

/** nginx as it is installed, with nothing but a `proxy_pass`. */
export const nginxWithDefaults: Pick<ReverseProxy, 'command'> & { text(place: Place): string } = {
  command: 'nginx',
  text: ({ http, service }) =>
    `server { listen 127.0.0.1:${http}; location / { proxy_pass http://127.0.0.1:${service}; } }`,
}

export const isInstalled = ({ command }: Pick<ReverseProxy, 'command'>) =>
  spawnSync(command, ['version']).error === undefined

/** Starts the proxy with its file of docs/proxies/, in which only addresses and the certificate are replaced. */
export async function startProxy(proxy: ReverseProxy, service: number) {
  const place = await newPlace(service)
  const { folder, http, https } = place
  let text = readFileSync(join(import.meta.dirname, '../../docs/proxies', proxy.file), 'utf8')
  for (const [from, to] of Object.entries(proxy.replaced(place))) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  const file = join(folder, proxy.file)
  writeFileSync(file, text)
  trustNewCertificate(folder)
  const log = run(proxy.command, proxy.args(file, folder), folder)
  const origin = `https://localhost:${https}`
  await expect
    .poll(() => statusOf(`${origin}/livez`), { timeout: startsInMs, message: `${proxy.name} has started` })
    .toBe(200)
  return { origin, plainOrigin: `http://localhost:${http}`, https, log }
}

/** Returns the origin of nginx as it is installed. */
export async function startNginxWithDefaults(service: number): Promise<string> {
  const place = await newPlace(service)
  const file = join(place.folder, 'default.conf')
  writeFileSync(file, nginxWithDefaults.text(place))
  run('nginx', ['-c', nginxAround(file, place.folder), '-e', 'stderr'], place.folder)
  const origin = `http://127.0.0.1:${place.http}`
  await expect.poll(() => statusOf(`${origin}/livez`), { timeout: startsInMs }).toBe(200)
  return origin
}

const newPlace = async (service: number): Promise<Place> => ({
  folder: temporaryFolder(),
  http: await freePort(),
  https: await freePort(),
  service,
})

/** Returns the status, or 0 without a response. */
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

/** Runs the proxy until the end of the test. Returns a function with all that it has logged. */
function run(command: string, args: string[], folder: string): () => string {
  const child = spawn(command, args, { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const file = join(folder, 'rollcall.log')
  return () => output + (existsSync(file) ? readFileSync(file, 'utf8') : '')
}

/** Writes the file that includes a configuration, as the one of the package does. Returns its path. */
function nginxAround(file: string, folder: string): string {
  const around = join(folder, 'around.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name))
    return `${name}_temp_path ${join(folder, name)};`
  })
  writeFileSync(
    around,
    `daemon off; pid ${folder}/nginx.pid; events {} http { access_log ${folder}/access.log; ${temporary.join(' ')} include ${file}; }`,
  )
  return around
}

/** Writes a certificate for localhost, and trusts it in this process. */
function trustNewCertificate(folder: string) {
  const [crt, pem] = [join(folder, certificate), join(folder, key)]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const { status, stderr } = spawnSync('openssl', [...request, ...subject, '-keyout', pem, '-out', crt])
  if (status !== 0) throw new Error(`${stderr}`)
  const text = readFileSync(crt, 'utf8')
  writeFileSync(join(folder, 'both.pem'), text + readFileSync(pem, 'utf8'))
  setDefaultCACertificates([...getCACertificates('default'), text])
}
