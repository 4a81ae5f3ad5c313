import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { temporaryFolder } from '../../test/rollcall.ts'
import { languages } from '../platform/languages/languages.ts'

test('a command reports the fault and the remedy, with exit code 1 for a failure and 2 for wrong usage', async () => {
  const folder = temporaryFolder()
  const env = { DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}` }
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
    [['annul', 'x', 'T', '--notification', 'n', '--reason', 'r'], 2, 'Pass either a check-in token or --notification'],
    [['withdraw', 'x'], 2, 'Pass either a notification or --external-id ID.'],
    [['withdraw', 'x', 'n', '--external-id', 'A'], 2, 'Pass either a notification or --external-id ID.'],
    ...['visits', 'actions', 'replies'].flatMap((command): [string[], number, string][] => [
      [[command, 'x', 'tomorrow'], 2, 'start_date: must be a date such as 2026-11-24 (got tomorrow)\n'],
      [[command, 'x', '2026-11-24', '2026-02-30'], 2, 'end_date: must be a date such as 2026-11-24 (got 2026-02-30)\n'],
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
    [
      ['actions', 'x', '2026-01-01', '--token', 'x', '--url', 'localhost:1'],
      1,
      '--url must begin with http:// or https://',
    ],
  ]
  for (const [args, code, words] of cases) {
    const outcome = await runCommand(args, env)
    expect({ args, code: outcome.code, stdout: outcome.stdout }).toEqual({ args, code, stdout: '' })
    expect(outcome.stderr).toContain(words)
    expect(outcome.stderr).not.toMatch(/\n\s+at /)
  }
})

test('serve reports all faults of the environment at once', async () => {
  const { code, stderr } = await runCommand(['serve'], { PORT: 'x', RATE_LIMIT: 'y' })
  expect(code).toBe(1)
  expect(stderr).toContain('PORT must be')
  expect(stderr).toContain('RATE_LIMIT must be')
})

test.each([
  ['annul', ['--reason <text>']],
  ['entity add', ['--name <name>', '--time-zone <zone>']],
])('%s --help marks the required options', async (command, required) => {
  const { stdout } = await runCommand([...command.split(' '), '--help'])
  const options = stdout.split(/\n +(?=-)/).map((text) => text.replaceAll(/\s+/g, ' '))
  const marked = options.filter((text) => text.includes('(required)'))
  expect(marked.map((text) => `${text.split('> ')[0]}>`)).toEqual(required)
})
