import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('faulty-disk.c', import.meta.url))
const { EIO, ENOSPC } = constants.errno
const lastByte = Number.MAX_SAFE_INTEGER

/** A disk that fails on request, for processes started with `env`. A library, which the C compiler builds in `folder`, intercepts
 *  pread64 and pwrite64, by which Node's SQLite reads and writes, and write. */
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
    /** Reads of these bytes of the file fail with EIO. */
    failReads: (file: string, first = 0, last = lastByte) => obey('read', EIO, first, last, file),
    /** Writes to the files of this pattern fail with ENOSPC, behind their first `room` bytes. */
    fill: (pattern: string, room = 0) => obey('write', ENOSPC, room, lastByte, pattern),
    mend: () => rmSync(control, { force: true }),
  }
}
