import { expect, test } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { notify, submission } from '../../../test/submission.ts'
import { loadDay, loadNear } from './load-day.ts'
import { keepNoDay } from './stored-day.ts'

test('the day of the desk has no visits of test tokens', async () => {
  const rollcall = await bootRollcall()
  const { id } = await notify(rollcall)
  const tester = await rollcall.tokenFor({ test: true })
  const authorization = `Bearer ${tester.token}`
  await rollcall.post('/v1/notifications/clinica-lisboa', submission(), { authorization })
  const client = createClient({ url: await rollcall.listen(), token: rollcall.token, retries: 0 })
  const { visits, begins } = await loadDay(client, 'clinica-lisboa', '2026-03-30', keepNoDay)
  expect([...visits.keys()]).toEqual([id])
  const near = await loadNear(client, 'clinica-lisboa', '2026-03-30', begins, Date.parse('2026-03-30T08:00:00Z'))
  expect([...near.keys()]).toEqual([id])
})
