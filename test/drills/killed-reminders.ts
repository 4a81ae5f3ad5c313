import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Instant } from '../../src/platform/time/instant.ts'
import { type Rollcall, secretKey } from '../rollcall.ts'

const program = fileURLToPath(new URL('reminder-process.ts', import.meta.url))

/** Starts processes that send reminders while the test runs, and kills each while it works. */
export function killedReminders({ url }: Rollcall) {
  let next = start()
  onTestFinished(() => void next.then(({ child }) => child.kill('SIGKILL')))
  let kills = 0

  async function start() {
    const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [program], {
      env: { DATABASE_URL: url, SECRET_KEY: secretKey },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })
    await once(lines, 'line')
    return { child, lines }
  }

  return {
    kills: () => kills,
    /** Lets a process send what is due at `now`, and kills it after some milliseconds. Returns whether it was still at work. */
    async killAt(now: Instant, afterMs: number): Promise<boolean> {
      const { child, lines } = await next
      const done = once(lines, 'line').then(() => false)
      child.stdin.write(`${now}\n`)
      const wasAtWork = await Promise.race([done, delay(afterMs, true)])
      child.kill('SIGKILL')
      await once(child, 'exit')
      lines.close()
      if (wasAtWork) kills += 1
      next = start()
      return wasAtWork
    },
  }
}
