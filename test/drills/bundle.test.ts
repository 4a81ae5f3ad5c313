import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../rollcall.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Copies this installation, with a new bundle. */
async function installation() {
  const folder = temporaryFolder()
  for (const part of ['bin/rollcall.js', 'bin/compile.js', 'src', 'client', 'package.json', 'package-lock.json']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const outDir = join(folder, 'bin/dist')
  await build({
    root: join(root, 'bin'),
    configFile: join(root, 'bin/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir },
  })
  const env = { ...process.env, PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}` }
  const runFile = (file: string, ...args: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, [join(folder, 'bin', file), ...args], { env })
    return { status, stdout: `${stdout}` }
  }
  return { folder, runFile, run: (...args: string[]) => runFile('rollcall.js', ...args) }
}

test('a command runs the bundle, unless a source file or package-lock.json has changed since the build', async () => {
  const { folder, run } = await installation()
  const main = join(folder, 'bin/dist/main.js')
  expect(run('migrate').status).toBe(0)
  writeFileSync(main, `process.stdout.write('bundle '); ${readFileSync(main, 'utf8')}`)
  expect(run('--version')).toEqual({ status: 0, stdout: 'bundle 0.1.0\n' })
  for (const part of ['src/cli/check.ts', 'client/client.ts', 'package-lock.json']) {
    const file = join(folder, part)
    const original = readFileSync(file)
    appendFileSync(file, '\n')
    expect(run('--version')).toEqual({ status: 0, stdout: '0.1.0\n' })
    writeFileSync(file, original)
    expect(run('--version')).toEqual({ status: 0, stdout: 'bundle 0.1.0\n' })
  }
})

test('the build of the image starts and stops the service once', async () => {
  const { runFile } = await installation()
  expect(runFile('compile.js')).toEqual({ status: 0, stdout: expect.stringContaining('Server listening') })
})
