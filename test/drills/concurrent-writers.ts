import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface WriterResult {
  transactions: number
  /** The errors that PostgreSQL returned. */
  refused: string[]
  longestMs: number
}

const clinics = 1_000

const nameOf = (clinic: number) => `clinic-${1_000 + clinic}`

/** Fills the tables with as many notifications and actions as `rows`. */
export async function fillTables(client: pg.Client, rows: number) {
  await client.query(`
    insert into entities (entity_id, name, time_zone, language, last_sequence)
      select 'clinic-' || 1000 + clinic, 'Clinic', 'Europe/Lisbon', 'pt-PT', ${rows / clinics}
      from generate_series(0, ${clinics - 1}) as clinic;
    -- Without the checks of references, which this statement satisfies.
    set session_replication_role = replica`)
  // Clinic by clinic, as an import fills the tables.
  const step = clinics / 20
  for (let first = 0; first < clinics; first += step) {
    await client.query(`
      with history as (
        select 'clinic-' || 1000 + clinic as entity_id, number, uuidv7()::text as notification_id
        from generate_series(${first}, ${first + step - 1}) as clinic, generate_series(1, ${rows / clinics}) as number),
      notices as (
        insert into notifications
          (entity_id, notification_id, task_id, external_id, category, target, contact, contact_external_id, params, files,
          inferred_data, state)
        select entity_id, notification_id, 't-' || number / 100, 'A-' || number, 'medical', 'appointment',
          '{"external_id":"P-1","name":"Ana Reis"}', 'P-1', '{"when":"2026-03-30T08:30:00Z"}', '[]', '{}', 'confirmed'
        from history)
      insert into actions (entity_id, at, sequence, action_id, notification_id, action, channel, record)
      select entity_id, 1700000000000000 + number * 60000000::bigint, number, gen_random_uuid()::text, notification_id, 'confirm',
        'mobile', '{}'
      from history`)
  }
  await client.query('reset session_replication_role')
  await client.query('vacuum analyze')
}

/** Submits notices, answers them and reads lists as an older process does, over `connections` connections, until `until`
 *  settles. Statements have the timeout of the service. */
export async function writeUntil(url: string, connections: number, until: Promise<unknown>): Promise<WriterResult> {
  const written: WriterResult = { transactions: 0, refused: [], longestMs: 0 }
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  await Promise.all([...Array.from({ length: connections }, write), over])
  return written

  async function write() {
    const client = new pg.Client({ connectionString: url, statement_timeout: 1_000 })
    await client.connect()
    while (!isOver) {
      const started = performance.now()
      try {
        await writeOnce(client)
        written.transactions++
      } catch (error) {
        written.refused.push((error as Error).message)
        await client.query('rollback')
      }
      written.longestMs = Math.max(written.longestMs, performance.now() - started)
    }
    await client.end()
  }
}

async function writeOnce(client: pg.Client) {
  const clinic = nameOf(Math.floor(Math.random() * clinics))
  const id = randomUUID()
  await client.query('begin')
  await client.query(statements.submit, [clinic, id])
  await client.query(statements.answer, [clinic, id])
  const { rows } = await client.query(statements.sequence, [clinic])
  await client.query(statements.record, [clinic, rows[0].last_sequence, id])
  await client.query('commit')
  await client.query(statements.list, [clinic])
}

const statements = {
  submit: `insert into notifications
      (entity_id, notification_id, task_id, external_id, category, target, contact, contact_external_id, params, files,
      inferred_data, state)
    values ($1, $2, 't-1', $2, 'medical', 'appointment', '{}', 'P-1', '{}', '[]', '{}', 'open')`,
  answer: `update notifications set state = 'confirmed' where entity_id = $1 and notification_id = $2`,
  sequence: 'update entities set last_sequence = last_sequence + 1 where entity_id = $1 returning last_sequence',
  record: `insert into actions (entity_id, at, sequence, action_id, notification_id, action, channel, record)
    values ($1, extract(epoch from clock_timestamp()) * 1000000, $2, $3, $3, 'confirm', 'mobile', '{}')`,
  list: 'select record from actions where entity_id = $1 order by at desc, sequence desc limit 14',
}
