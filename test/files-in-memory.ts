import { existsSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const enough = 4 * 1024 ** 3

/** Puts temporary files into memory if it has room for them, so that no test waits for a disk. The drills use the disk. */
export default function setup() {
  if (process.env.TMPDIR || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize >= enough) process.env.TMPDIR = memory
}
