import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatInstant, type Instant, systemClock } from '../../src/platform/time/instant.ts'
import { temporaryFolder } from '../rollcall.ts'

const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib']
  .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
  .find((path) => existsSync(path))

/** Whether processes can be started with another clock. */
export const hasFaketime = library !== undefined
if (!hasFaketime)
  process.stderr.write('\nWRONG CLOCKS NOT TESTED: libfaketime is not installed (apt-get install libfaketime).\n\n')

export type ShiftedClock = ReturnType<typeof shiftedClock>

/** A wall clock for processes that start with `env`. It runs on after each `set`. Their monotonic clock stays the machine's: with
 *  a frozen one, timers would stop. */
export function shiftedClock() {
  const folder = temporaryFolder()
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const file = join(folder, 'clock')
  let offset = 0
  const set = (at: Instant) => {
    offset = at - systemClock.now()
    // An offset: with a time, each process would start there again.
    writeFileSync(`${file}.new`, `${offset >= 0 ? '+' : ''}${(offset / 1_000_000).toFixed(3)}\n`)
    renameSync(`${file}.new`, file)
  }
  return {
    env: {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    now: (): Instant => systemClock.now() + offset,
    toString: () => formatInstant(systemClock.now() + offset),
  }
}
