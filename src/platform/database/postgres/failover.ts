import pg from 'pg'
import { clientSettings } from './client.ts'
import { Reader } from './reader.ts'
import type { Timeouts } from './timeouts.ts'

/** Settings with which a failover, or the daily work with standbys, goes wrong. */
export interface FailoverAdvice {
  /** With these, writes or reads fail. */
  faults: string[]
  /** With these, a failover can lose writes, or stops them. */
  warnings: string[]
}

/** Examines the settings of the primary, of its reachable standbys, and of a pooler before them. */
export async function examineFailover(
  url: string,
  standbys: { name: string; url: string }[],
  timeouts: Timeouts,
): Promise<FailoverAdvice> {
  const onPrimary = await select(url, primarySettings, [standbys.length], timeouts)
  const [synchronous] = onPrimary
  const ofStandbys = await Promise.all(
    standbys.map(async ({ name, url: address }) => {
      // The examination of the replicas reports an unreachable one.
      const rows = await select(address, standbySettings, [synchronous!.names!], timeouts).catch(() => [])
      return rows.map(({ fault, warning }) => ({
        fault: fault && `replica ${name}: ${fault}`,
        warning: warning && `replica ${name}: ${warning}`,
      }))
    }),
  )
  const found = [...onPrimary, ...ofStandbys.flat()]
  return {
    faults: [...found.flatMap(({ fault }) => fault ?? []), ...(await poolerFaults(url, timeouts))],
    warnings: found.flatMap(({ warning }) => warning ?? []),
  }
}

type Finding = { fault?: string | null; warning?: string | null; names?: string }

async function select(url: string, sql: string, parameters: unknown[], timeouts: Timeouts): Promise<Finding[]> {
  const reader = new Reader(url, timeouts, () => {})
  try {
    return await reader.run<Finding>({ sql, parameters })
  } finally {
    await reader.close()
  }
}

// Another role sees no rows of pg_stat_replication, or only their process ids. The first row always exists.
const primarySettings = `
  with standby as (select sync_state <> 'async' as confirms from pg_stat_replication),
    synchronous (names) as (select current_setting('synchronous_standby_names')),
    counted (confirming, is_known) as (
      select count(*) filter (where confirms), pg_has_role(current_user, 'pg_read_all_stats', 'usage') from standby)
  select names,
    case when names <> '' and is_known and confirming = 0 then
      'synchronous_standby_names is "' || names || '", and no connected standby has such a name, so every write waits. '
        || 'Set cluster_name on the standbys' end as fault,
    case when names = '' and $1::int > 0 then
      'synchronous_standby_names is empty: a failover can lose the last acknowledged writes. Name two standbys'
    when names <> '' and is_known and confirming = 1 then
      'only one standby confirms writes: while it is away, every write waits. Name two in synchronous_standby_names'
    end as warning
  from synchronous, counted`

const standbySettings = `
  select case
      when name = 'recovery_min_apply_delay' and setting <> '0' then
        'recovery_min_apply_delay is ' || setting || ' ms, so it always lags. Set it to 0'
      when name = 'cluster_name' and setting = '' and not $1 = any ('{"",*}') then
        'cluster_name is empty, so synchronous_standby_names of the primary cannot name it'
    end as fault,
    case when name = 'hot_standby_feedback' and setting = 'off' then
      'hot_standby_feedback is off: vacuum on the primary cancels long reads' end as warning
  from pg_settings where name in ('recovery_min_apply_delay', 'cluster_name', 'hot_standby_feedback') and pg_is_in_recovery()`

// A slow pooler may give the two clients different connections.
const probes = 10

/** Two clients prepare different statements under one name. They collide in a pooler that gives both the same connection,
 *  and does not know prepared statements. */
async function poolerFaults(url: string, timeouts: Timeouts): Promise<string[]> {
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
