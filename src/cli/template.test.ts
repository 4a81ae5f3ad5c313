import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { entity } from '../../test/history.ts'
import { bootRollcall } from '../../test/rollcall.ts'

test('template shows, sets, restores, previews and deletes the words of a message', async () => {
  const { url, folder, given } = await bootRollcall()
  await given(entity())
  const file = join(folder, 'words.txt')
  const run = (command: string, ...more: string[]) =>
    runCommand(['template', command, 'clinica-lisboa', 'medical/appointment', 'en', 'email', 'notice', ...more], {
      DATABASE_URL: url,
      PUBLIC_URL: 'https://rollcall.test',
    })
  const shipped = await run('show')
  expect(shipped.stdout).toMatch(
    /^Subject: Please confirm: \{when\} \(\{contact\}, \{clinic\}\)\n\nDear \{contact\},\n\n/,
  )

  // The command `set` reads the output of `show`.
  writeFileSync(file, shipped.stdout.replace('Dear {contact},', 'Good morning {contact}'))
  expect(await run('set', file)).toMatchObject({ code: 0, stderr: 'Set the notice of clinica-lisboa.\n' })
  expect((await run('show')).stdout).toBe(shipped.stdout.replace('Dear {contact},', 'Good morning {contact}'))
  expect((await run('preview')).stdout).toContain('Good morning Leonor\n')
  expect((await runCommand(['template', 'list', 'clinica-lisboa'], { DATABASE_URL: url })).stdout).toMatch(
    /^medical\/appointment {2}en {2}email {2}notice {2}1 {2}\S+ {2}command line\n$/,
  )

  writeFileSync(file, 'Subject: {doctor}\n{nobody}')
  const refused = await run('set', file)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/Nothing was changed\.\n {2}subject: has an unknown .*\n {2}text: has an unknown /)

  expect((await run('delete')).code).toBe(0)
  expect((await run('show')).stdout).toBe(shipped.stdout)
  expect(JSON.parse((await run('versions', '--json')).stdout)).toMatchObject([{ version: 2 }, { version: 1 }])
  expect((await run('restore', '1')).stderr).toBe('Restored version 1 of the notice of clinica-lisboa.\n')
  expect((await run('show')).stdout).toContain('Good morning')
  expect((await run('restore', '9')).code).toBe(1)
  expect((await run('restore', 'first')).code).toBe(2)
})
