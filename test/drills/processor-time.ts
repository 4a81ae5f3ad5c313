import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

// Linux counts processor time in hundredths of a second.
const ticksPerSecond = 100

/** Returns the processor time that a process has used, in seconds. proc(5): utime and stime. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

export interface Cost {
  /** The processor time of the service. */
  processorMs: number
  /** The slowest response of /livez. */
  livezMs: number
}

/** Runs the work while a client asks for /livez again and again. */
export async function costOf(pid: number, address: string, work: () => Promise<unknown>): Promise<Cost> {
  const before = processorSeconds(pid)
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  let livezMs = 0
  do {
    const asked = performance.now()
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    livezMs = Math.max(livezMs, performance.now() - asked)
  } while (!isOver)
  await working
  return { processorMs: Math.round((processorSeconds(pid) - before) * 1_000), livezMs: Math.round(livezMs) }
}
