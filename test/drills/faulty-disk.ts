import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('faulty-disk.c', import.meta.url))
const { EIO, ENOSPC } = constants.errno
const lastByte = Number.MAX_SAFE_INTEGER

/** Simulates a failing disk for processes started with `env`. A preloaded library, which the C compiler builds in
 *  `folder`, intercepts write, and pread64 and pwrite64, which Node's SQLite calls. */
export function faultyDisk(folder: string) {
  const library = join(folder, 'faulty-disk.so')
  const control = join(folder, 'faulty-disk')
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  const obey = (...rule: (string | number)[]) => {
    writeFileSync(`${control}.new`, rule.join(' '))
    renameSync(`${control}.new`, control)
  }
  return {
    env: { LD_PRELOAD: library, FAULTY_DISK: control },
    /** Makes reads of these bytes of the file fail with EIO. */
    failReads: (file: string, first = 0, last = lastByte) => obey('read', EIO, first, last, file),
    /** Makes writes beyond the first `room` bytes of matching files fail with ENOSPC. */
    fill: (pattern: string, room = 0) => obey('write', ENOSPC, room, lastByte, pattern),
    mend: () => rmSync(control, { force: true }),
  }
}
