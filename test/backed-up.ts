import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runCommand } from './command.ts'
import { temporaryFolder } from './rollcall.ts'

const add = (id: string) => ['entity', 'add', id, '--name', id, '--time-zone', 'UTC']

/** A database with the entity `early`, a backup of it, and then the entity `late`. */
export async function backedUp() {
  const folder = temporaryFolder()
  const path = join(folder, 'rollcall.db')
  const backup = join(folder, 'backup.db')
  const env = { DATABASE_URL: `sqlite:${path}` }
  await runCommand(add('early'), env)
  expect((await runCommand(['backup', backup], env)).code).toBe(0)
  await runCommand(add('late'), env)
  return { folder, path, backup, env }
}

export async function entitiesOf(path: string): Promise<string[]> {
  const { stdout } = await runCommand(['entity', 'list', '--json'], { DATABASE_URL: `sqlite:${path}` })
  return JSON.parse(stdout).map(({ id }: { id: string }) => id)
}

/** Kills a process right after it wrote the entity `unsaved`, so that it is only in the log. */
export function leaveLog(path: string) {
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    new DatabaseSync(${JSON.stringify(path)}).exec(
      "insert into entities (entity_id, name, time_zone, language) values ('unsaved', 'x', 'UTC', 'en')")
    process.kill(process.pid, 'SIGKILL')`
  expect(() => execFileSync(process.execPath, ['-e', script], { stdio: 'ignore' })).toThrow()
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
}
