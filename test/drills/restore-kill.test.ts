import { expect, test } from 'vitest'
import { backedUp, entitiesOf, leaveLog } from '../backed-up.ts'
import { runCommand } from '../command.ts'
import { runRollcall } from '../process.ts'

test('a restore prevents Rollcall from starting after a kill at any step, until it is run again', async () => {
  const { path, backup, env } = await backedUp()
  for (let steps = 0; ; steps++) {
    leaveLog(path)
    // A killed process has no exit code.
    const killed = await runRollcall(['restore', backup], { ...env, NODE_OPTIONS: killAfterRenames(steps) })
    if (killed.code === 0) break
    expect(killed.code).toBe(null)
    const isStaged = steps > 0
    const started = await runCommand(['entity', 'list', '--json'], env)
    if (isStaged) expect(started.stderr).toContain(`A restore of ${path} is under way or was interrupted.`)
    else expect(started.stdout).toContain('unsaved')
    const { stdout, code } = await runCommand(['restore', backup, '--json'], env)
    expect({ steps, code }).toEqual({ steps, code: 0 })
    expect(await entitiesOf(path)).toEqual(['early'])
    expect((await entitiesOf(`${JSON.parse(stdout).old}/rollcall.db`)).at(-1)).toBe('unsaved')
  }
  expect(await entitiesOf(path)).toEqual(['early'])
})

/** Node options that kill the process at the rename after the given number of them. */
function killAfterRenames(count: number): string {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const rename = fs.renameSync
    let left = ${count}
    fs.renameSync = (...paths) => left-- > 0 ? rename(...paths) : process.kill(process.pid, 'SIGKILL')
    syncBuiltinESMExports()`
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}
