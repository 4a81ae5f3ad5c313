import pg from 'pg'
import { clientSettings } from './client.ts'
import type { Timeouts } from './timeouts.ts'

// A slow pooler may give the two clients different connections.
const probes = 10

/** Two clients prepare different statements under one name. They collide in a pooler that gives both the same connection,
 *  and does not know prepared statements. */
export async function poolerFaults(url: string, timeouts: Timeouts): Promise<string[]> {
  const clients = [1, 2].map(() => new pg.Client(clientSettings(url, timeouts)))
  try {
    for (const client of clients) await client.connect()
    for (let probe = 0; probe < probes; probe++) {
      for (const [index, client] of clients.entries())
        await client.query({ name: `rollcall_probe_${probe}`, text: `select ${index} as probe` })
    }
    return []
  } catch (error) {
    const { code } = error as pg.DatabaseError
    if (code !== '42P05' && code !== '26000') throw error
    return [
      'the pooler does not support prepared statements. Set pool_mode = session, or use PgBouncer 1.21 or later with max_prepared_statements',
    ]
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}
