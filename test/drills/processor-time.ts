import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Returns the processor time that a process has used, in seconds. proc(5): utime and stime. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
