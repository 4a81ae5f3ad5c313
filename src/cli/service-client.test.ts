import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { history } from '../../test/history.ts'
import { type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { item, later, submission } from '../../test/submission.ts'
import { parseInstant } from '../platform/time/instant.ts'

/** Fills the service. Returns a function that runs a client of it. */
async function clientOf({ given, listen, token }: Rollcall) {
  await given(...history())
  const env = { ROLLCALL_URL: await listen(), ROLLCALL_TOKEN: token }
  return (...args: string[]) => runCommand(args, env)
}

serviceTest('actions lists the actions of days, with filters', async (rollcall) => {
  const run = await clientOf(rollcall)
  expect((await run('actions', 'clinica-lisboa', '2026-03-29')).stdout).toBe(
    '2026-03-29T00:59:59.999999+00:00  confirm  mobile  A-1001  João Silva\n',
  )
  const range = ['clinica-lisboa', '2026-03-28', '2026-03-30', '--task-id', 't-1', '--action', 'confirm', 'cancel']
  expect(JSON.parse((await run('actions', ...range, '--json')).stdout)).toHaveLength(1)
  expect((await run('actions', ...range, '--channel', 'x', '--json')).stdout).toBe('[]\n')
})

serviceTest('visits lists the visits of days, with filters', async (rollcall) => {
  const run = await clientOf(rollcall)
  const filters = ['--state', 'imported', 'open', '--q', 'joao']
  const visits = ['visits', 'clinica-lisboa', '2026-03-29', '2026-03-30', ...filters]
  expect((await run(...visits)).stdout).toBe('n-1  2026-03-30T08:30:00.000000+00:00  imported  A-1001  João Silva\n')
  expect((await run(...visits, '--category', 'dental', '--json')).stdout).toBe('[]\n')
})

serviceTest('checkin shows the appointment of a token, and the problem of an unknown one', async (rollcall) => {
  const run = await clientOf(rollcall)
  const found = await run('checkin', 'clinica-lisboa', '7f3k9qxw2mzt4b8ndr6vhj5cpe')
  expect(found.stdout).toMatch(/contact\.name +João Silva\n/)
  const unknown = await run('checkin', 'clinica-lisboa', 'x')
  expect(unknown).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('(checkin-not-found, request '),
  })
})

serviceTest('arrive marks an arrival outside of its window with --force and a reason', async (rollcall) => {
  const run = await clientOf(rollcall)
  rollcall.clock.time = parseInstant('2026-03-30T18:00:00Z')!
  const arrive = ['arrive', 'clinica-lisboa', '7F3K9QXW2MZT4B8NDR6VHJ5CPE']
  expect(await run(...arrive)).toMatchObject({ code: 1, stderr: expect.stringContaining('too-late') })
  expect(await run(...arrive, '--force', '--reason', 'The doctor is late')).toMatchObject({
    code: 0,
    stdout: '2026-03-30T18:00:00.000000+00:00  A-1001  João Silva\n',
  })
  const visit = await rollcall.get('/v1/notifications/clinica-lisboa/n-1')
  expect(visit.json()).toMatchObject({ state: 'arrived', arrived_reason: 'The doctor is late' })
})

serviceTest('withdraw withdraws a visit by its external id or by its notification', async (rollcall) => {
  const run = await clientOf(rollcall)
  const withdraw = (...args: string[]) => run('withdraw', 'clinica-lisboa', ...args)
  const submit = async (target: string, external_id: string, params: object) => {
    const task = { ...submission(item({ external_id, params: { ...later.params, ...params } })), target }
    return (await rollcall.post('/v1/notifications/clinica-lisboa', task)).json().notifications[0].id
  }
  await submit('appointment', 'A-3', {})
  expect(await withdraw('--external-id', 'A-3')).toEqual({
    code: 0,
    stderr: '',
    stdout: 'withdrawn  A-3  João Silva\n',
  })
  const exam = await submit('exam', 'A-1001', { doctor: undefined, doctor_expertise: undefined, exam: 'ECG' })
  const several = await withdraw('--external-id', 'A-1001')
  expect(several).toMatchObject({ code: 1, stdout: '' })
  expect(several.stderr).toContain('medical/exam, medical/appointment. Pass the id of a notification')
  expect(JSON.parse((await withdraw(exam, '--json')).stdout)).toMatchObject({ id: exam, state: 'withdrawn' })
  expect((await withdraw('--external-id', 'no')).stderr).toContain('No visit has the external id no.')
})

serviceTest('replies lists the replies of days', async (rollcall) => {
  const run = await clientOf(rollcall)
  expect(await run('replies', 'clinica-lisboa', '2026-03-29', '--json')).toMatchObject({ code: 0, stdout: '[]\n' })
})

serviceTest('opt-out adds, lists and lifts opt-outs', async (rollcall) => {
  const run = await clientOf(rollcall)
  const added = await run('opt-out', 'add', 'clinica-lisboa', 'mobile', '+351 912 345 678', '--json')
  expect(JSON.parse(added.stdout)).toMatchObject({ uid: '+351912345678', reason: 'staff' })
  const list = ['opt-out', 'list', 'clinica-lisboa']
  expect((await run(...list)).stdout).toMatch(/^mobile {2}\+351912345678 {2}staff {2}\S+\n$/)
  const lifted = await run('opt-out', 'lift', 'clinica-lisboa', 'mobile', '+351912345678')
  expect(lifted).toMatchObject({ code: 0, stderr: '+351912345678 receives messages again.\n' })
  expect((await run(...list, '--json')).stdout).toBe('[]\n')
  const invalid = await run('opt-out', 'add', 'clinica-lisboa', 'mobile', '912')
  expect(invalid.stderr).toContain('/uid: must be a phone number')
})

serviceTest('the clients read the access token from an option, a file or the environment', async (rollcall) => {
  const { folder, token, given, listen } = rollcall
  await given(...history())
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${token}\n`)
  const actions = ['actions', 'clinica-lisboa', '2026-03-29', '--url', await listen()]
  for (const [options, env] of [
    [['--token-file', tokenFile], {}],
    [['--token-file', tokenFile], { ROLLCALL_TOKEN: 'another' }],
    [[], { ROLLCALL_TOKEN_FILE: tokenFile }],
    [['--token', token], { ROLLCALL_TOKEN_FILE: join(folder, 'none') }],
  ] as const) {
    expect((await runCommand([...actions, ...options], env)).stdout).toContain('João Silva')
  }
})
