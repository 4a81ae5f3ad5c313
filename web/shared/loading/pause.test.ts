import { expect, test } from 'vitest'
import { pause } from './pause.ts'

const longMs = 600_000

test('a pause ends after its time', async () => {
  await pause(1)
})

test('a pause ends earlier at an event, or with an aborted signal', async () => {
  const device = new EventTarget()
  const ending = new AbortController()
  const pauses = [pause(longMs, [device, 'devicechange']), pause(longMs, [device, 'other'], [ending.signal, 'abort'])]
  device.dispatchEvent(new Event('devicechange'))
  await pauses[0]
  ending.abort()
  await Promise.all([...pauses, pause(longMs, [ending.signal, 'abort'])])
  expect(ending.signal.aborted).toBe(true)
})
