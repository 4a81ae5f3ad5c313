import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { temporaryDatabase } from '../../../test/databases.ts'
import { entity } from '../../../test/history.ts'
import { administer } from '../../../test/postgres-server.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { noticesTo } from './notices.ts'

test('the notices of a telephone number are found by the index, also with a generic plan of PostgreSQL', async () => {
  const url = await temporaryDatabase(inject('template'))
  await administer(url, `alter database ${new URL(url).pathname.slice(1)} set plan_cache_mode = force_generic_plan`)
  const { database, given, post } = await bootRollcall({ url })
  await given(entity())
  const items = Array.from({ length: 500 }, (_, index) =>
    item({ external_id: `A-${index}`, addresses: [{ channel: 'mobile', uid: `+351912345${100 + index}` }] }),
  )
  await post('/v1/notifications/clinica-lisboa', submission(...items))
  await sql`analyze`.execute(database)
  const scans = async () => {
    const { rows } = await sql<{ seq_scan: number; idx_scan: number }>`
      select seq_scan, pg_stat_user_indexes.idx_scan from pg_stat_user_tables join pg_stat_user_indexes using (relid)
      where indexrelname = 'deliveries_mobile'`.execute(database)
    return rows[0]!
  }
  const before = await scans()
  await noticesTo(database, { channel: 'mobile', uid: '+351912345678' }, 0)
  // A session reports its scans within a second.
  await expect.poll(scans).toEqual({ ...before, idx_scan: before.idx_scan + 1 })
})
