import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createDatabase, startPostgres } from '../postgres-server.ts'
import { temporaryFolder } from '../rollcall.ts'
import type { ShiftedClock } from './shifted-clock.ts'

export type ShiftedEngine = keyof typeof shiftedEngines

/** Each creates databases, and copies one that no process uses. A PostgreSQL server has a clock of its own. */
export const shiftedEngines = { sqlite: sqliteFiles, postgres: postgresDatabases }

async function sqliteFiles(_clock: ShiftedClock) {
  const name = 'rollcall.db'
  return {
    create: async () => `sqlite:${join(temporaryFolder(), name)}`,
    async copy(url: string) {
      const [from, to] = [url.slice('sqlite:'.length), join(temporaryFolder(), name)]
      for (const ending of ['', '-wal']) if (existsSync(from + ending)) copyFileSync(from + ending, to + ending)
      return `sqlite:${to}`
    },
  }
}

async function postgresDatabases({ env }: ShiftedClock) {
  Object.assign(process.env, env)
  const server = await startPostgres().finally(() => {
    for (const name of Object.keys(env)) delete process.env[name]
  })
  onTestFinished(server.stop)
  let count = 0
  return {
    create: () => createDatabase(server.url, `history_${++count}`),
    copy: (url: string) => createDatabase(server.url, `copy_${++count}`, new URL(url).pathname.slice(1)),
  }
}
