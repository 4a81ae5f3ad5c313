import { execFile as execFileOfCallback } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { languages } from '../src/languages/languages.ts'
import { history } from './history.ts'
import { runRollcall, serveRollcall, startRollcall } from './process.ts'
import { temporaryFolder, writeHistory } from './rollcall.ts'
import { item, later, submission } from './submission.ts'

const execFile = promisify(execFileOfCallback)

function newDatabase() {
  const folder = temporaryFolder()
  return { folder, env: { DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}` } }
}

const clinic = ['entity', 'add', 'clinica', '--name', 'Clínica', '--time-zone', 'Europe/Lisbon', '--language', 'pt-PT']

/** Splits a command as a shell does. */
const argumentsOf = (command: string) => command.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''))

describe('rollcall', () => {
  test('reports the fault and the remedy, with exit code 1 for a failure and 2 for wrong usage', async () => {
    const { env, folder } = newDatabase()
    const cases: [args: string[], code: number, stderr: string][] = [
      [['bogus'], 2, "unknown command 'bogus'"],
      [['entity', 'add', 'x'], 2, "required option '--name <name>'"],
      [['token', 'create', '--name', 'x', '--scope', 'all'], 2, 'Allowed choices are actions:read, actions:write'],
      [['token', 'create', '--name', 'x', '--scope', 'actions:read'], 2, 'Pass either --entity ID or --all-entities.'],
      [['token', 'create', '--name', 'x', '--scope', 'actions:read', '--entity', 'no'], 1, 'There is no entity no.'],
      [
        ['token', 'create', '--name', 'x', '--scope', 'actions:read', '--all-entities', '--expires', '1'],
        2,
        'such as 90d',
      ],
      [
        ['token', 'create', '--name', 'contact', '--scope', 'actions:read', '--all-entities'],
        1,
        'The name "contact" is reserved for actions of contacts. Choose another name.',
      ],
      [['arrive', 'x'], 2, 'Pass either a check-in token or --notification ID.'],
      [['arrive', 'x', 'T', '--force'], 2, 'Pass --force and --reason TEXT together.'],
      [['arrive', 'x', 'T', '--reason', 'r'], 2, 'Pass --force and --reason TEXT together.'],
      [
        ['annul', 'x', 'T', '--notification', 'n', '--reason', 'r'],
        2,
        'Pass either a check-in token or --notification',
      ],
      [['withdraw', 'x'], 2, 'Pass either a notification or --external-id ID.'],
      [['withdraw', 'x', 'n', '--external-id', 'A'], 2, 'Pass either a notification or --external-id ID.'],
      ...['visits', 'actions', 'replies'].flatMap((command): [string[], number, string][] => [
        [[command, 'x', 'tomorrow'], 2, 'start_date: must be a date such as 2026-11-24 (got tomorrow)\n'],
        [
          [command, 'x', '2026-11-24', '2026-02-30'],
          2,
          'end_date: must be a date such as 2026-11-24 (got 2026-02-30)\n',
        ],
        [[command, 'x', '20261124'], 2, 'start_date: must be a date such as 2026-11-24 (got 20261124)\n'],
      ]),
      [['annul', 'x', 'T'], 2, "required option '--reason <text>'"],
      [['answer', 'x', 'n', 'arrive'], 2, 'Allowed choices are confirm, reschedule, cancel.'],
      [['token', 'revoke', 'x'], 1, 'There is no valid access token x.'],
      [['entity', 'set', 'x', '--name', 'X'], 1, 'There is no entity x.'],
      [['entity', 'remove', 'x'], 1, 'There is no entity x.'],
      [['entity', 'set', 'x', '--language', 'xx'], 2, `Pages and messages have the languages ${languages.join(', ')}.`],
      [['entity', 'add', 'x', '--name', 'X', '--time-zone', 'UTC', '--language', 'sv-SE'], 2, 'have the languages en,'],
      [['check', '--env-file', join(folder, 'none')], 2, `--env-file: ${join(folder, 'none')} does not exist.`],
      [['serve', '--env-file', folder], 2, `--env-file: ${folder} is not a file.`],
      [['entity', 'set', 'x', '--logo', join(folder, 'none.png')], 1, 'none.png does not exist.'],
      [['entity', 'set', 'x', '--logo', import.meta.filename], 2, 'must be a PNG picture that is not damaged.'],
      [['entity', 'add', 'x', '--name', 'X', '--time-zone', 'Lisbon'], 2, 'time_zone must be an IANA time zone'],
      [['entity', 'add', 'x', '--name', ' \u200b', '--time-zone', 'UTC'], 2, 'name must have a visible character'],
      [['import', join(folder, 'none')], 1, `${join(folder, 'none')} does not exist. Check the path`],
      [['notify', 'x', join(folder, 'none'), '--token', 'x'], 1, `${join(folder, 'none')} does not exist.`],
      [['actions', 'x', '2026-01-01'], 1, 'No access token. Set --token-file, ROLLCALL_TOKEN_FILE or ROLLCALL_TOKEN.'],
      [
        ['actions', 'x', '2026-01-01', '--token-file', join(folder, 'none')],
        1,
        `${join(folder, 'none')} does not exist.`,
      ],
      [['actions', 'x', '2026-01-01', '--token', 'x', '--url', 'http://127.0.0.1:1'], 1, 'Cannot reach'],
    ]
    for (const [args, code, words] of cases) {
      const outcome = await runRollcall(args, env)
      expect({ args, code: outcome.code, stdout: outcome.stdout }).toEqual({ args, code, stdout: '' })
      expect(outcome.stderr).toContain(words)
      expect(outcome.stderr).not.toMatch(/\n\s+at /)
    }
  })

  test.each([
    ['annul', ['--reason <text>']],
    ['entity add', ['--name <name>', '--time-zone <zone>']],
  ])('%s --help marks the required options', async (command, required) => {
    const { stdout } = await runRollcall([...command.split(' '), '--help'])
    const options = stdout.split(/\n +(?=-)/).map((text) => text.replaceAll(/\s+/g, ' '))
    const marked = options.filter((text) => text.includes('(required)'))
    expect(marked.map((text) => `${text.split('> ')[0]}>`)).toEqual(required)
  })

  test('ends quietly when the reader of its output has gone', async () => {
    const { env } = newDatabase()
    await runRollcall(clinic, env)
    const child = startRollcall(['entity', 'list', '--json'], env)
    child.stdout!.destroy()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('exits when the port of the metrics is in use', async () => {
    const { env } = newDatabase()
    const { address, child } = await serveRollcall(env)
    const { code, stderr } = await runRollcall(['serve'], { ...env, PORT: '0', METRICS_PORT: new URL(address).port })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('EADDRINUSE') })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('finishes its requests after SIGTERM, also after a second one', async () => {
    const { env } = newDatabase()
    await runRollcall(clinic, env)
    const created = await runRollcall(
      ['token', 'create', '--name', 'x', '--scope', 'actions:read', '--all-entities'],
      env,
    )
    const { child, address } = await serveRollcall(env)
    const headers = { authorization: `Bearer ${created.stdout.trim()}`, accept: 'text/event-stream' }
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
    const [add, create] = [...first.log().matchAll(/^ +npx rollcall (.+)$/gm)].map(([, words]) => argumentsOf(words!))
    expect(await runRollcall(add!, env)).toMatchObject({ code: 0 })
    await first.stop()

    const second = await serveRollcall(env)
    await expect.poll(second.log).toContain('This database has no access token yet.')
    expect(second.log()).not.toContain('entity add')
    const { stdout } = await runRollcall(create!, env)
    const headers = { authorization: `Bearer ${stdout.trim()}` }
    const entities = await (await fetch(`${second.address}/v1/entities`, { headers })).json()
    expect(entities).toMatchObject([{ id: 'my-clinic', name: 'My clinic' }])
    await second.stop()
  })

  test('reports all faults of the environment at once', async () => {
    const { code, stderr } = await runRollcall(['serve'], { PORT: 'x', RATE_LIMIT: 'y' })
    expect(code).toBe(1)
    expect(stderr).toContain('PORT must be')
    expect(stderr).toContain('RATE_LIMIT must be')
  })

  test('adds, lists and changes entities', async () => {
    const { env } = newDatabase()
    expect((await runRollcall(clinic, env)).code).toBe(0)
    expect(await runRollcall(clinic, env)).toMatchObject({ code: 1, stderr: 'Entity clinica already exists.\n' })
    await runRollcall(['entity', 'set', 'clinica', '--time-zone', 'Atlantic/Azores', '--phone', '213 000 000'], env)
    const { stdout } = await runRollcall(['entity', 'list', '--json'], env)
    const changed = {
      ...{ id: 'clinica', name: 'Clínica', time_zone: 'Atlantic/Azores', language: 'pt-PT', names: 'first' },
      ...{ arrive_early: 120, arrive_late: 60 },
    }
    expect(JSON.parse(stdout)).toEqual([{ ...changed, phone: '213 000 000' }])
    const removed = await runRollcall(['entity', 'set', 'clinica', '--phone', '', '--address', 'Rua 1', '--json'], env)
    expect(JSON.parse(removed.stdout)).toEqual({ ...changed, address: 'Rua 1' })
    const named = await runRollcall(['entity', 'set', 'clinica', '--names', 'initials', '--json'], env)
    expect(JSON.parse(named.stdout)).toMatchObject({ address: 'Rua 1', names: 'initials' })
    const early = await runRollcall(['entity', 'set', 'clinica', '--arrive-early', '30', '--json'], env)
    expect(JSON.parse(early.stdout)).toMatchObject({ arrive_early: 30, arrive_late: 60 })
    const added = ['entity', 'add', 'b', '--name', 'B', '--time-zone', 'UTC', '--names', 'none', '--json']
    expect(JSON.parse((await runRollcall(added, env)).stdout)).toMatchObject({ id: 'b', names: 'none' })
    expect((await runRollcall([...added, '--names', 'last'], env)).stderr).toContain('Allowed choices are first, full')
    expect(await runRollcall(['entity', 'remove', 'b'], env)).toMatchObject({ code: 0, stderr: 'Removed b.\n' })
    expect(JSON.parse((await runRollcall(['entity', 'list', '--json'], env)).stdout)).toHaveLength(1)
  })

  test('creates a token, shows it once, lists and revokes it', async () => {
    const { env } = newDatabase()
    await runRollcall(clinic, env)
    const grant = ['--scope', 'actions:read', '--scope', 'checkin:read', '--entity', 'clinica', '--expires', '90d']
    const created = await runRollcall(['token', 'create', '--name', 'desk', ...grant], env)
    expect(created.stdout).toMatch(/^rc_[0-9A-Za-z]{36}\n$/)
    const [listed] = JSON.parse((await runRollcall(['token', 'list', '--json'], env)).stdout)
    expect(listed).toMatchObject({ name: 'desk', scopes: ['actions:read', 'checkin:read'], entities: ['clinica'] })
    expect(JSON.stringify(listed)).not.toContain(created.stdout.trim())
    expect((await runRollcall(['token', 'revoke', listed.id], env)).code).toBe(0)
    expect((await runRollcall(['token', 'list'], env)).stdout).toContain('revoked')
  })

  test('reads its environment from a file', async () => {
    const { env, folder } = newDatabase()
    await runRollcall(clinic, env)
    const file = join(folder, '.env')
    writeFileSync(file, `DATABASE_URL=${env.DATABASE_URL}\n`)
    expect((await runRollcall(['entity', 'list', '--env-file', file])).stdout).toContain('clinica')
  })

  test('imports, serves, responds to its own client, backs up, checks, and starts again on the backup', async () => {
    const { env, folder } = newDatabase()
    const text = history()
      .map((line) => JSON.stringify(line))
      .join('\n')
    const imported = await runRollcall(['import', '-', '--json'], env, text)
    expect(JSON.parse(imported.stdout)).toEqual({ entity: 1, notification: 1, action: 1, checkin_token: 1 })
    const kept = await runRollcall(['entity', 'remove', 'clinica-lisboa'], env)
    expect([kept.code, kept.stderr]).toEqual([
      1,
      expect.stringMatching(/^Entity clinica-lisboa has data \(.*actions: 1/),
    ])
    const again = await runRollcall(['import', writeHistory(folder, history())], env)
    expect(again).toMatchObject({ code: 0, stderr: 'Nothing new: the database already contains every line.\n' })
    const scopes = [
      '--scope',
      'actions:read',
      'checkin:read',
      'notifications:read',
      'notifications:write',
      '--all-entities',
    ]
    const token = (await runRollcall(['token', 'create', '--name', 'all', ...scopes], env)).stdout.trim()

    const copy = join(folder, 'copy.db')
    const first = await serveRollcall(env)
    expect((await runRollcall(['backup', copy], env)).code).toBe(0)
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    first.child.kill('SIGTERM')
    expect(await once(first.child, 'exit')).toEqual([0, null])

    const restored = { DATABASE_URL: `sqlite:${copy}` }
    expect(await runRollcall(['check'], restored)).toMatchObject({ code: 0, stdout: '' })
    expect((await runRollcall(['migrate'], restored)).stderr).toBe('The database is up to date.\n')
    const { address, child } = await serveRollcall(restored)
    const client = { ROLLCALL_URL: address, ROLLCALL_TOKEN: token }
    const actions = await runRollcall(['actions', 'clinica-lisboa', '2026-03-29'], client)
    expect(actions.stdout).toBe('2026-03-29T00:59:59.999999+00:00  confirm  mobile  A-1001  João Silva\n')
    const range = ['clinica-lisboa', '2026-03-28', '2026-03-30', '--task-id', 't-1', '--action', 'confirm', 'cancel']
    expect(JSON.parse((await runRollcall(['actions', ...range, '--json'], client)).stdout)).toHaveLength(1)
    expect((await runRollcall(['actions', ...range, '--channel', 'x', '--json'], client)).stdout).toBe('[]\n')
    const visits = [
      'visits',
      'clinica-lisboa',
      '2026-03-29',
      '2026-03-30',
      '--state',
      'imported',
      'open',
      '--q',
      'joao',
    ]
    expect((await runRollcall(visits, client)).stdout).toBe(
      'n-1  2026-03-30T08:30:00.000000+00:00  imported  A-1001  João Silva\n',
    )
    expect((await runRollcall([...visits, '--category', 'dental', '--json'], client)).stdout).toBe('[]\n')
    const found = await runRollcall(['checkin', 'clinica-lisboa', '7f3k9qxw2mzt4b8ndr6vhj5cpe'], client)
    expect(found.stdout).toMatch(/contact\.name +João Silva\n/)
    const notify = (options: string[], more: object = {}) =>
      runRollcall(
        ['notify', 'clinica-lisboa', '-', ...options],
        client,
        JSON.stringify({ ...submission(item(later)), ...more }),
      )
    const movedLine = expect.stringMatching(/^[0-9a-f-]{36} {2}A-1001 {2}moved\n$/)
    const nothingStored = 'Dry run: nothing was stored or sent. These are the outcomes that a real run would have.\n'
    const dry = { code: 0, stdout: movedLine, stderr: nothingStored }
    expect(await notify(['--dry-run'])).toEqual(dry)
    expect(await notify([], { dry_run: true })).toEqual(dry)
    const accepted = expect.stringMatching(/^Accepted as task [0-9a-f-]{36}\.\n$/)
    expect(await notify([])).toEqual({ code: 0, stdout: movedLine, stderr: accepted })
    expect(await notify([])).toEqual({
      code: 0,
      stdout: expect.stringContaining('A-1001  unchanged'),
      stderr: 'Accepted. No visit is new or has moved, so the service keeps no task.\n',
    })
    const lines = [item(later), item({ external_id: 'A-2' }), item({ external_id: 'A-3', ...later })]
    const ndjson = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{\n`
    const pair = ['--category', 'medical', '--target', 'appointment']
    const submitLines = (...options: string[]) =>
      runRollcall(['notify', 'clinica-lisboa', '-', ...pair, ...options], client, ndjson)
    const faults = 'line 2: /params/when in-the-past\nline 4: is not JSON\n'
    expect(await submitLines('--dry-run')).toMatchObject({ code: 1, stderr: `${nothingStored}${faults}` })
    expect(await submitLines()).toMatchObject({
      ...{
        code: 1,
        stderr: faults,
        stdout: expect.stringMatching(/^\S+ {2}A-1001 {2}unchanged\n\S+ {2}A-3 {2}created\n$/),
      },
    })
    const rejected = 'Nothing was stored of lines 1 to 4. Correct the faults and submit these lines again.\n'
    expect(await submitLines('--refuse')).toEqual({ code: 1, stdout: '', stderr: `${faults}${rejected}` })
    expect((await submitLines('--refuse', '--dry-run')).stderr).toBe(`${nothingStored}${faults}`)
    const files = ['x'.repeat(8_000)]
    const long = Array.from({ length: 300 }, (_, index) => item({ external_id: `L-${index}`, files, ...later }))
    const longLines = long.map((line) => JSON.stringify(line)).join('\n')
    const inTwoTasks = await runRollcall(['notify', 'clinica-lisboa', '-', ...pair, '--dry-run'], client, longLines)
    expect(inTwoTasks).toMatchObject({ code: 0, stderr: nothingStored })
    expect(inTwoTasks.stdout.match(/ {2}created\n/g)).toHaveLength(300)
    const onlyPast = `${JSON.stringify(lines[0])}\n${JSON.stringify(lines[1])}\n`
    const past = await runRollcall(['notify', 'clinica-lisboa', '-', ...pair, '--refuse'], client, onlyPast)
    expect(past.stderr).toBe(`line 2: /params/when in-the-past\n${rejected.replace('4', '2')}`)
    const withdraw = (...args: string[]) => runRollcall(['withdraw', 'clinica-lisboa', ...args], client)
    expect(await withdraw('--external-id', 'A-3')).toEqual({
      ...{ code: 0, stderr: '', stdout: 'withdrawn  A-3  João Silva\n' },
    })
    const exam = {
      ...submission(item({ external_id: 'A-1001', params: { when: later.params.when, exam: 'ECG' } })),
      target: 'exam',
    }
    await runRollcall(['notify', 'clinica-lisboa', '-'], client, JSON.stringify(exam))
    const several = await withdraw('--external-id', 'A-1001')
    expect(several).toMatchObject({ code: 1, stdout: '' })
    expect(several.stderr).toContain('medical/exam, medical/appointment. Pass the id of a notification')
    const [newest] = JSON.parse((await submitLines('--json')).stdout).notifications
    expect(JSON.parse((await withdraw(newest.id, '--json')).stdout)).toMatchObject({
      id: newest.id,
      state: 'withdrawn',
    })
    expect((await withdraw('--external-id', 'no')).stderr).toContain('No visit has the external id no.')
    const asJson = JSON.parse((await submitLines('--json')).stdout)
    expect(asJson.faults).toContainEqual({ line: 2, parameter: '/params/when', reason: 'in-the-past' })
    expect((await runRollcall(['notify', 'clinica-lisboa', '-', '--refuse'], client)).code).toBe(2)
    expect((await runRollcall(['notify', 'clinica-lisboa', '-'], client, '{')).stderr).toContain('is not JSON')
    const infinite = JSON.stringify(submission(item({ files: [0] }))).replace('[0]', '[1e999]')
    expect((await runRollcall(['notify', 'clinica-lisboa', '-'], client, infinite)).stderr).toContain(
      '/notifications/0/files/0 is a number beyond 1.8e308',
    )
    const latin1 = join(folder, 'latin1.json')
    writeFileSync(latin1, Buffer.from(JSON.stringify(submission()), 'latin1'))
    expect((await runRollcall(['notify', 'clinica-lisboa', latin1], client)).stderr).toContain('is not UTF-8')
    const unclear = await runRollcall(['checkin', 'clinica-lisboa', 'x'], { ...client, ROLLCALL_URL: 'localhost:1' })
    expect(unclear.stderr).toContain('--url must begin with http:// or https://')
    expect(await runRollcall(['replies', 'clinica-lisboa', '2026-03-29', '--json'], client)).toMatchObject({
      ...{ code: 0, stdout: '[]\n' },
    })
    const optOut = (...words: string[]) => runRollcall(['opt-out', ...words], client)
    const added = await optOut('add', 'clinica-lisboa', 'mobile', '+351 912 345 678', '--json')
    expect(JSON.parse(added.stdout)).toMatchObject({ uid: '+351912345678', reason: 'staff' })
    expect((await optOut('list', 'clinica-lisboa')).stdout).toMatch(/^mobile {2}\+351912345678 {2}staff {2}\S+\n$/)
    const lifted = await optOut('lift', 'clinica-lisboa', 'mobile', '+351912345678')
    expect(lifted).toMatchObject({ code: 0, stderr: '+351912345678 receives messages again.\n' })
    expect((await optOut('list', 'clinica-lisboa', '--json')).stdout).toBe('[]\n')
    expect((await optOut('add', 'clinica-lisboa', 'mobile', '912')).stderr).toContain('/uid: must be a phone number')
    const tokenFile = join(folder, 'token')
    writeFileSync(tokenFile, `${token}\n`)
    const list = ['actions', 'clinica-lisboa', '2026-03-29']
    for (const [options, given] of [
      [['--token-file', tokenFile], {}],
      [['--token-file', tokenFile], { ROLLCALL_TOKEN: 'another' }],
      [[], { ROLLCALL_TOKEN_FILE: tokenFile }],
      [['--token', token], { ROLLCALL_TOKEN_FILE: join(folder, 'none') }],
    ] as const) {
      expect(await runRollcall([...list, ...options], { ROLLCALL_URL: address, ...given })).toEqual(actions)
    }
    const unknown = await runRollcall(['checkin', 'clinica-lisboa', 'x'], client)
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('(checkin-not-found, request ')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('prints the URL to which a gateway sends replies', async () => {
    const { env } = newDatabase()
    expect((await runRollcall(['reply-url'], env)).stderr).toContain('Set PUBLIC_URL')
    const { stdout } = await runRollcall(['reply-url'], { ...env, PUBLIC_URL: 'https://clinic.example/notices' })
    expect(stdout).toMatch(/^https:\/\/clinic\.example\/notices\/sms\/replies\/[0-9A-Z]{26}\n$/)
  })

  test('reports faults of an import with their lines, and imports nothing', async () => {
    const { env, folder } = newDatabase()
    const file = writeHistory(folder, [...history(), '{"type":"x"}'])
    const { code, stderr } = await runRollcall(['import', file], env)
    expect(code).toBe(1)
    expect(stderr).toBe(
      'line 5: type must be one of entity, notification, action, checkin_token\nNothing was imported.\n',
    )
    expect((await runRollcall(['entity', 'list', '--json'], env)).stdout).toBe('[]\n')
  })

  test('serves metrics on the port in METRICS_PORT', async () => {
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
  const child = startRollcall(['demo'], { PORT: '0', READ_FROM: 'replica' })
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
  expect((await runRollcall(arrive)).stdout).toContain('DEMO-1  Maria Santos')
  const feed = commandAfter('feed').filter((word) => word !== '--follow')
  const read = await runRollcall(feed)
  expect(read.stdout).toMatch(/^\S+ {2}confirm {2}mobile.*\n\S+ {2}arrive {2}desk.*\n$/)
  const sequence = Number(feed[feed.indexOf('--since') + 1])
  const continued = `To continue after these actions: --since ${sequence + 2}\n`
  expect(read.stderr).toBe(continued)
  const since = (from: number) => feed.map((word, index) => (feed[index - 1] === '--since' ? String(from) : word))
  expect(await runRollcall(since(sequence + 1))).toEqual({
    ...{ code: 0, stdout: expect.stringMatching(/^\S+ {2}arrive {2}desk.*\n$/), stderr: continued },
  })
  expect(await runRollcall(since(sequence + 2))).toEqual({ code: 0, stdout: '', stderr: continued })
  expect(await runRollcall(since(sequence + 3))).toEqual({
    ...{ code: 1, stdout: '', stderr: expect.stringMatching(/read again from sequence 0.*\(feed-reset/) },
  })
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})
