import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const skipped = hasPromtool ? '' : ' (skipped: promtool, of the Debian package prometheus, is not installed)'

test.skipIf(!hasPromtool)(`the metrics are in order for promtool${skipped}`, async () => {
  const { address, stop } = await serveRollcall({ DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}` })
  const metrics = await (await fetch(`${address}/metrics`)).text()
  await stop()
  expect(metrics).toContain('rollcall_deliveries_waiting{channel="email"} 0')
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: metrics, encoding: 'utf8' })
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' })
})
