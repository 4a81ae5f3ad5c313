import { expect, test } from 'vitest'
import { history } from '../../test/history.ts'
import { runRollcall } from '../../test/process.ts'
import { bootRollcall } from '../../test/rollcall.ts'
import { parseInstant } from '../instant.ts'

test('arrive marks an arrival outside of its window with --force and a reason', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  rollcall.clock.time = parseInstant('2026-03-30T18:00:00Z')!
  const service = ['--url', await rollcall.listen(), '--token', rollcall.token]
  const arrive = ['arrive', 'clinica-lisboa', '7F3K9QXW2MZT4B8NDR6VHJ5CPE', ...service]
  expect(await runRollcall(arrive)).toMatchObject({ code: 1, stderr: expect.stringContaining('too-late') })
  expect(await runRollcall([...arrive, '--force', '--reason', 'The doctor is late'])).toMatchObject({
    ...{ code: 0, stdout: '2026-03-30T18:00:00.000000+00:00  A-1001  João Silva\n' },
  })
  const visit = await rollcall.get('/v1/notifications/clinica-lisboa/n-1')
  expect(visit.json()).toMatchObject({ state: 'arrived', arrived_reason: 'The doctor is late' })
})
