// Platformatic DB: a REST interface derived from the tables. Runs in this process, without its supervisor.
import { tmpdir } from 'node:os'
import { create } from '@platformatic/db'

const { PORT, PLAIN_DATABASE } = process.env

const server = { hostname: '127.0.0.1', port: Number(PORT), logger: { level: 'warn' } }
const db = {
  connectionString: PLAIN_DATABASE!.replace('sqlite:', 'sqlite://'),
  openapi: true,
  graphql: false,
  limit: { default: 1_000_000, max: 1_000_000 },
}

const app = await create(tmpdir(), { server, db }, { isEntrypoint: true })
await app.start({ listen: true })
