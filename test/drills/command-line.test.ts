import { execFile as execFileOfCallback } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { password, secretOf } from '../accounts.ts'
import { runCommand } from '../command.ts'
import { openLink, printedLink } from '../first-start.ts'
import { history } from '../history.ts'
import { runRollcall, serveRollcall, startRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'

const execFile = promisify(execFileOfCallback)

function newDatabase() {
  const folder = temporaryFolder()
  return { folder, env: { DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}` } }
}

const clinic = ['entity', 'add', 'clinica', '--name', 'Clínica', '--time-zone', 'Europe/Lisbon', '--language', 'pt-PT']
const createToken = ['token', 'create', '--name', 'x', '--scope', 'actions:read', '--all-entities']

/** Splits a command as a shell does. */
const argumentsOf = (command: string) => command.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''))

describe('rollcall', () => {
  test('ends quietly when the reader of its output has gone', async () => {
    const { env } = newDatabase()
    await runCommand(clinic, env)
    const child = startRollcall(['entity', 'list', '--json'], env)
    child.stdout!.destroy()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('finishes its requests after SIGTERM, also after a second one', async () => {
    const { env } = newDatabase()
    await runCommand(clinic, env)
    const { stdout } = await runCommand(createToken, env)
    const { child, address } = await serveRollcall(env)
    const headers = { authorization: `Bearer ${stdout.trim()}`, accept: 'text/event-stream' }
    const live = await fetch(`${address}/v1/metrics/notifications/actions/clinica/since/0`, { headers })
    child.kill('SIGTERM')
    child.kill('SIGTERM')
    // A truncated response would reject the promise.
    expect(await live.text()).toContain('the actions of this entity')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('prints the next commands on an empty database, which lead to a console with a clinic', async () => {
    const { env } = newDatabase()
    const first = await serveRollcall(env)
    await expect.poll(first.log).toContain('This database has no clinic yet.')
    await expect.poll(first.log).toContain('To see an example first')
    const [add, create] = [...first.log().matchAll(/^ +npx rollcall (.+)$/gm)].map(([, words]) => argumentsOf(words!))
    expect(await runCommand(add!, env)).toMatchObject({ code: 0 })
    await first.stop()

    const second = await serveRollcall(env)
    await expect.poll(second.log).toContain('This database has no access token yet.')
    await expect.poll(second.log).toContain('To see an example first')
    expect(second.log()).not.toContain('entity add')
    const { stdout } = await runCommand(create!, env)
    const headers = { authorization: `Bearer ${stdout.trim()}` }
    const entities = await (await fetch(`${second.address}/v1/entities`, { headers })).json()
    expect(entities).toMatchObject([{ id: 'my-clinic', name: 'My clinic' }])
    await second.stop()
  })

  test('prints a link to set up an empty database in a browser, until somebody has access', async () => {
    const { env } = newDatabase()
    const first = await serveRollcall(env)
    const old = await printedLink(first)
    await first.stop()
    const second = await serveRollcall(env)
    const link = await printedLink(second)
    expect(link).toMatch(new RegExp(`^${second.address}/first-start#[\\w-]{43}$`))
    expect((await fetch(link)).status).toBe(200)
    expect((await openLink(second.address + new URL(old).hash)).status).toBe(404)
    const opened = await openLink(link)
    const invitation = new URL(opened.headers.get('location')!, opened.url)
    expect(invitation.href).toMatch(new RegExp(`^${second.address}/account#invitation=[\\w-]{43}$`))
    const joined = await fetch(`${second.address}/sign-in/invitation/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', connection: 'close' },
      body: JSON.stringify({ secret: secretOf(invitation.href), password }),
    })
    const cookie = joined.headers.getSetCookie()[0]!.split(';', 1)[0]!
    const session = await fetch(`${second.address}/v1/session`, { headers: { cookie } })
    expect(await session.json()).toMatchObject({ name: 'Rita Melo', all_entities: true })
    await second.stop()

    const third = await serveRollcall({ ...env, PUBLIC_URL: 'https://rollcall.example.org' })
    await expect.poll(third.log).toContain('To set it up with commands')
    expect(third.log()).not.toContain('/first-start')
    await third.stop()
  })

  test('prints how to administer a service whose access tokens do not permit it, until one does', async () => {
    const { env } = newDatabase()
    await runCommand(clinic, env)
    await runCommand(createToken, env)
    const first = await serveRollcall(env)
    await expect.poll(first.log).toContain(`Sign in with it at ${first.address}/admin.`)
    expect(first.log()).not.toContain('/first-start')
    const [, create] = /^ +npx rollcall (token create --name administrator .+)$/m.exec(first.log())!
    const token = (await runCommand(argumentsOf(create!), env)).stdout.trim()
    const headers = { authorization: `Bearer ${token}` }
    const session = await (await fetch(`${first.address}/v1/access-token`, { headers })).json()
    expect(session).toMatchObject({ scopes: expect.arrayContaining(['admin']), all_entities: true })
    await first.stop()

    const second = await serveRollcall(env)
    await second.stop()
    expect(second.log()).not.toContain('token create')
  })

  test('prints the link with PUBLIC_URL, if browsers keep a session there', async () => {
    const { env } = newDatabase()
    const secure = await serveRollcall({ ...env, PUBLIC_URL: 'https://rollcall.example.org' })
    expect(await printedLink(secure)).toMatch(/^https:\/\/rollcall\.example\.org\/first-start#/)
    await secure.stop()
    const plain = await serveRollcall({ ...env, PUBLIC_URL: 'http://rollcall.example.org' })
    expect(new URL(await printedLink(plain)).origin).toBe(plain.address)
    await plain.stop()
  })

  test('imports, serves, responds to its own client, backs up, checks, and starts again on the backup', async () => {
    const { env, folder } = newDatabase()
    const text = history()
      .map((line) => JSON.stringify(line))
      .join('\n')
    const imported = await runRollcall(['import', '-', '--json'], env, text)
    expect(JSON.parse(imported.stdout)).toEqual({ entity: 1, notification: 1, action: 1, checkin_token: 1 })
    const token = (await runCommand(createToken, env)).stdout.trim()
    const copy = join(folder, 'copy.db')
    const first = await serveRollcall(env)
    expect((await runCommand(['backup', copy], env)).code).toBe(0)
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    await first.stop()

    const restored = { DATABASE_URL: `sqlite:${copy}` }
    expect(await runCommand(['check'], restored)).toMatchObject({ code: 0, stdout: '' })
    expect((await runCommand(['migrate'], restored)).stderr).toBe('The database is up to date.\n')
    const { address, child } = await serveRollcall(restored)
    const client = { ROLLCALL_URL: address, ROLLCALL_TOKEN: token }
    expect((await runRollcall(['actions', 'clinica-lisboa', '2026-03-29'], client)).stdout).toContain('João Silva')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('serves metrics on the port in METRICS_PORT, and exits when it is in use', async () => {
    const { env } = newDatabase()
    const { address, child, log } = await serveRollcall({ ...env, METRICS_PORT: '0' })
    const metricsLine = /Metrics at (http:[^"]+)/
    await expect.poll(log).toMatch(metricsLine)
    const [, url] = metricsLine.exec(log())!
    const metrics = await (await fetch(url!)).text()
    for (const name of ['rollcall_http_request_duration_seconds', 'nodejs_eventloop_lag_p99_seconds']) {
      expect(metrics).toContain(name)
    }
    expect((await fetch(`${address}/metrics`)).status).toBe(404)
    const taken = { ...env, PORT: '0', METRICS_PORT: new URL(url!).port }
    const { code, stderr } = await runRollcall(['serve'], taken)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('EADDRINUSE') })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

/** The two queries of the README, as the demo prints them. */
const readmeLines = (address: string) =>
  [...readFileSync('README.md', 'utf8').matchAll(/^curl .+ \\\n {2}.+$/gm)].map(([lines]) =>
    lines.replace('http://127.0.0.1:8080', address).replaceAll(/^/gm, '  '),
  )

test('the demo prints lines that work for both queries', async () => {
  const child = startRollcall(['demo'], { PORT: '0', DATABASE_REPLICA_URL: 'postgres://replica/rollcall' })
  let printed = ''
  child.stdout!.on('data', (data) => (printed += data))
  await expect.poll(() => printed).toContain('Ctrl-C')
  const [, address] = /Rollcall is at (\S+) with/.exec(printed)!
  const lines = readmeLines(address!)
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(printed).toContain(line)
  const [setToken] = /TOKEN=\S+/.exec(printed)!
  const [list, checkin] = await Promise.all(
    lines.map(async (line) => {
      // The shell expands the line. This fetch stands in for curl, which a machine may lack.
      const { stdout } = await execFile('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${setToken}; ${line}`])
      const [, header, url] = stdout.split('\n')
      const [name, value] = header!.split(': ')
      const answer = await fetch(url!, { headers: { [name!]: value! } })
      return JSON.parse(await answer.text())
    }),
  )
  expect(list.length).toBeGreaterThan(5)
  expect(checkin.contact.name).toEqual(expect.any(String))

  const page = /http:\S+\/a\/\S+/.exec(printed)![0]
  const nonce = /name="nonce" value="([^"]+)"/.exec(await (await fetch(page)).text())![1]!
  const answered = await fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'confirm', nonce }) })
  const code = /<data value="(\w+)">/.exec(await answered.text())![1]!
  const commandAfter = (word: string) => new RegExp(`npx rollcall (${word} .*)`).exec(printed)![1]!.split(' ')
  const arrive = commandAfter('arrive').map((word) => (word === 'CODE' ? code : word))
  expect(statSync(arrive[arrive.indexOf('--token-file') + 1]!).mode & 0o777).toBe(0o600)
  expect((await runCommand(arrive)).stdout).toContain('DEMO-1  Maria Santos')
  const feed = commandAfter('feed').filter((word) => word !== '--follow')
  const read = await runCommand(feed)
  expect(read.stdout).toMatch(/^\S+ {2}confirm {2}mobile.*\n\S+ {2}arrive {2}desk.*\n$/)
  const sequence = Number(feed[feed.indexOf('--since') + 1])
  const continued = `To continue after these actions: --since ${sequence + 2}\n`
  expect(read.stderr).toBe(continued)
  const since = (from: number) => feed.map((word, index) => (feed[index - 1] === '--since' ? String(from) : word))
  expect(await runCommand(since(sequence + 1))).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\S+ {2}arrive {2}desk.*\n$/),
    stderr: continued,
  })
  expect(await runCommand(since(sequence + 2))).toEqual({ code: 0, stdout: '', stderr: continued })
  expect(await runCommand(since(sequence + 3))).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/read again from sequence 0.*\(feed-reset/),
  })
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})
