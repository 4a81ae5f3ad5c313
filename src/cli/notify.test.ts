import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { entity, history } from '../../test/history.ts'
import { type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { item, later, submission } from '../../test/submission.ts'

/** Returns a function that runs `rollcall notify`, which reads the input. */
async function notifying({ listen, token }: Rollcall) {
  const service = ['--url', await listen(), '--token', token]
  return (input: string, ...options: string[]) =>
    runCommand(['notify', 'clinica-lisboa', '-', ...service, ...options], {}, input)
}

const past = item({ external_id: 'A-2', params: { when: '2026-03-29T09:30:00+01:00', doctor: 'Ana Reis' } })
const pair = ['--category', 'medical', '--target', 'appointment']
const nothingStored = 'Dry run: nothing was stored or sent. These are the outcomes that a real run would have.\n'
const linesOf = (...items: object[]) => items.map((one) => `${JSON.stringify(one)}\n`).join('')
const outcomes = (...outcomes: string[]) =>
  expect.stringMatching(new RegExp(`^${outcomes.map((outcome) => `[0-9a-f-]{36} {2}${outcome}\n`).join('')}$`))

serviceTest('notify submits a task as JSON, and prints the outcome of each visit', async (rollcall) => {
  await rollcall.given(...history())
  const notify = await notifying(rollcall)
  const task = submission(item(later))
  const dry = { code: 0, stdout: outcomes('A-1001  moved'), stderr: nothingStored }
  expect(await notify(JSON.stringify(task), '--dry-run')).toEqual(dry)
  expect(await notify(JSON.stringify({ ...task, dry_run: true }))).toEqual(dry)
  const accepted = expect.stringMatching(/^Accepted as task [0-9a-f-]{36}\.\n$/)
  expect(await notify(JSON.stringify(task))).toEqual({ ...dry, stderr: accepted })
  expect(await notify(JSON.stringify(task))).toEqual({
    code: 0,
    stdout: outcomes('A-1001  unchanged'),
    stderr: 'Accepted. No visit is new or has moved, so the service keeps no task.\n',
  })
})

serviceTest('notify submits a notification per line, and names the faults by their lines', async (rollcall) => {
  await rollcall.given(entity())
  const notify = await notifying(rollcall)
  const lines = `${linesOf(item(later), past, item({ external_id: 'A-3', ...later }))}{\n`
  const faults = 'line 2: /params/when in-the-past\nline 4: is not JSON\n'
  const rejected = 'Nothing was stored of lines 1 to 4. Correct the faults and submit these lines again.\n'
  const created = outcomes('A-1001  created', 'A-3  created')
  expect(await notify(lines, ...pair, '--refuse')).toEqual({ code: 1, stdout: '', stderr: `${faults}${rejected}` })
  expect((await notify(lines, ...pair, '--refuse', '--dry-run')).stderr).toBe(`${nothingStored}${faults}`)
  expect(await notify(lines, ...pair, '--dry-run')).toEqual({
    code: 1,
    stdout: created,
    stderr: `${nothingStored}${faults}`,
  })
  expect(await notify(lines, ...pair)).toEqual({ code: 1, stdout: created, stderr: faults })
  expect(JSON.parse((await notify(lines, ...pair, '--json')).stdout).faults).toContainEqual({
    line: 2,
    parameter: '/params/when',
    reason: 'in-the-past',
  })
  expect((await notify(linesOf(item(later), past), ...pair, '--refuse')).stderr).toBe(
    `line 2: /params/when in-the-past\n${rejected.replace('4', '2')}`,
  )
})

serviceTest('notify says which number of which line was corrected, and which is a landline', async (rollcall) => {
  await rollcall.given(entity())
  const addresses = ['+351 0912345678', '213 456 789'].map((uid) => ({ channel: 'mobile' as const, uid }))
  const lines = linesOf(item(later), item({ external_id: 'A-2', addresses, ...later }))
  expect(await (await notifying(rollcall))(lines, ...pair, '--dry-run')).toEqual({
    code: 0,
    stdout: outcomes('A-1001  created', 'A-2  created'),
    stderr: [
      nothingStored,
      'line 2: /addresses/0/uid was read as +351912345678\n',
      'line 2: /addresses/1/uid is a landline, which may not receive texts\n',
    ].join(''),
  })
})

serviceTest('notify cuts many lines into tasks that the service accepts', async (rollcall) => {
  await rollcall.given(entity())
  const files = ['x'.repeat(8_000)]
  const items = Array.from({ length: 300 }, (_, index) => item({ external_id: `L-${index}`, files, ...later }))
  const submitted = await (await notifying(rollcall))(linesOf(...items), ...pair, '--dry-run')
  expect(submitted).toMatchObject({ code: 0, stderr: nothingStored })
  expect(submitted.stdout.match(/ {2}created\n/g)).toHaveLength(300)
})

serviceTest('notify refuses a file that it cannot read, and says why', async (rollcall) => {
  const notify = await notifying(rollcall)
  expect((await notify('', '--refuse')).code).toBe(2)
  expect((await notify('{')).stderr).toContain('is not JSON')
  const infinite = JSON.stringify(submission(item({ files: [0] }))).replace('[0]', '[1e999]')
  expect((await notify(infinite)).stderr).toContain('/notifications/0/files/0 is a number beyond 1.8e308')
  const latin1 = join(rollcall.folder, 'latin1.json')
  writeFileSync(latin1, Buffer.from(JSON.stringify(submission()), 'latin1'))
  expect((await runCommand(['notify', 'clinica-lisboa', latin1, '--token', 'x'])).stderr).toContain('is not UTF-8')
})
