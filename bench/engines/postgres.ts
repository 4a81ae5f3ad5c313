import pg from 'pg'
import { childrenOf, createDatabase, dropDatabase, postmasterOf, startPostgres } from '../../test/postgres-server.ts'
import { processorTimeOfAll } from '../processor-time.ts'
import type { Engine } from './engine.ts'

// Raise only the settings that every operator raises. Durability stays at its default.
const settings = ['shared_buffers=512MB', 'max_wal_size=4GB']

/** Starts a separate server for the databases. It inherits this process's CPU affinity. */
export async function usePostgres(): Promise<Engine> {
  const server = await startPostgres(settings)
  const [{ server_version }] = await run(server.url, 'show server_version')
  return {
    name: 'postgres',
    version: `PostgreSQL ${server_version}`,
    create: (name) => createDatabase(server.url, name),
    async derive(name, from, statements) {
      const url = await createDatabase(server.url, name, new URL(from).pathname.slice(1))
      await run(url, `alter schema public rename to source; create schema public; ${recordsAsJson}`)
      await run(url, statements)
      await run(url, 'drop schema source cascade')
      return url
    },
    async settle(url) {
      await run(url, 'vacuum analyze')
      await run(url, 'checkpoint')
    },
    serverTime() {
      const postmaster = postmasterOf(server.databaseDir)
      return processorTimeOfAll(postmaster, childrenOf(postmaster))
    },
    drop: (name) => dropDatabase(server.url, name),
    stop: () => server.stop(),
  }
}

// SQLite's `->` and `->>` accept text, PostgreSQL's only JSON.
const recordsAsJson = ['actions', 'checkin_tokens']
  .map((table) => `alter table source.${table} alter record type json using record::json`)
  .join(';')

async function run(url: string, statements: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statements).finally(() => client.end())
  return rows as [Record<string, string>]
}
