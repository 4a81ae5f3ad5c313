import { expect, test } from 'vitest'
import { notifications } from '../../../test/contact.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { item, moved, notify, submission } from '../../../test/submission.ts'
import { waitingSessions } from '../../../test/waiting-sessions.ts'
import { minutes } from '../../platform/time/instant.ts'

test.each(['withdrawn', 'moved'])(
  'a contact whose notice a worker leases at the same moment is told that the visit is %s [postgres]',
  async (kind) => {
    const rollcall = await bootRollcall({ engine: 'postgres' })
    const { database, clock, post } = rollcall
    const { id } = await notify(rollcall)
    const changing = await database.transaction().execute(async (worker) => {
      await worker
        .updateTable('deliveries')
        .set({ lease_until: clock.now() + minutes(2), attempts: 1 })
        .execute()
      const change =
        kind === 'withdrawn'
          ? post(`${notifications}/${id}/cancellation`)
          : post(notifications, submission(item(moved)))
      await expect.poll(() => waitingSessions(database)).toBeGreaterThan(0)
      return { change }
    })
    expect((await changing.change).statusCode).toBeLessThan(300)
    const kinds = await database.selectFrom('deliveries').select('kind').orderBy('delivery_id').execute()
    expect(kinds).toEqual([{ kind: 'notice' }, { kind }])
  },
)
