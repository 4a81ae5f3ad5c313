import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Engine } from './engine.ts'

/** Stores the databases in files of this folder. */
export function useSqlite(folder: string): Engine {
  const path = (name: string) => join(folder, `${name}.db`)
  return {
    name: 'sqlite',
    version: `SQLite ${process.versions.sqlite}`,
    create: async (name) => `sqlite:${path(name)}`,
    async derive(name, from, statements) {
      const database = new DatabaseSync(path(name))
      database.exec('pragma journal_mode = wal')
      database.prepare('attach ? as source').run(from.replace('sqlite:', ''))
      database.exec(statements)
      database.close()
      return `sqlite:${path(name)}`
    },
    async settle() {},
    serverTime: () => 0,
    async drop(name) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${path(name)}${suffix}`, { force: true })
    },
    async stop() {},
  }
}
