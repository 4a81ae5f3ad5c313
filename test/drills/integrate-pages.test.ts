import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The shell sessions of a page, but the command that watches a folder until somebody stops it. */
const sessionsOf = (page: string) =>
  [...readFileSync(join(root, 'docs/integrate', page), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, session]) => session!)
    .filter((session) => !session.includes('--watch'))

/** Returns a function that runs shell text as a person would, one after another in the same terminal. */
function terminal() {
  const folder = temporaryFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const npx = `#!/bin/sh\nshift\nexec '${process.execPath}' -- '${root}bin/rollcall.js' "$@"\n`
  writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 })
  const state = join(folder, 'state')
  writeFileSync(state, '')
  const { HOME, PATH } = process.env
  function run(text: string) {
    const script = `set -a; . '${state}'; ${text}\nexport -p > '${state}'`
    const env = { HOME, PATH: `${bin}:${PATH}` }
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
    return stdout + stderr
  }
  return { folder, run }
}

test.for([
  ['csv.md', [/faulty +2/, /Hora: is not a time of the day/, /"preview"/]],
  ['events.md', [/"kind":"action"/, /"events":|"behind":/]],
] as [string, RegExp[]][])('the sessions of %s work after those of the README', async ([page, results]) => {
  const { folder, run } = terminal()
  writeFileSync(join(folder, 'rollcall.env'), `DATABASE_URL=sqlite:${join(folder, 'own.db')}\n`)
  run("npx rollcall entity add clinica-norte --name 'Clínica Norte' --time-zone Europe/Lisbon --env-file rollcall.env")
  const { address } = await serveRollcall({}, ['--env-file', 'rollcall.env'], folder)
  let output = ''
  for (const session of sessionsOf(page)) {
    const id = /"notifications":\[\{"id":"([^"]+)"/.exec(output)?.[1] ?? ''
    const [create, ...rest] = session.split(/(?=export TOKEN=rc_…)/)
    const here = (text: string) =>
      text.replaceAll('http://127.0.0.1:8080', address).replaceAll('019d…', id).replace('wait=30', 'wait=1')
    const created = run(here(create!))
    const token = /rc_\w+/.exec(created)?.[0] ?? ''
    output += created + run(here(rest.join('').replace('rc_…', token)))
  }
  expect(output).not.toMatch(/There is no entity|"status":4\d\d|HTTP\/1.1 [45]/)
  for (const result of results) expect(output).toMatch(result)
})
