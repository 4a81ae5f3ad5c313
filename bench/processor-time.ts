import { existsSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Seconds of processor time, in user and system mode. */
export interface ProcessorTime {
  mainThread: number
  /** All threads, including ended ones. */
  all: number
}

export const processorTimeOf = (pid: number): ProcessorTime => ({
  mainThread: timeOfMainThread(pid),
  all: ticksIn(`/proc/${pid}/stat`).own,
})

/** Returns the seconds of processor time of a process and its children, including ended children. */
export function processorTimeOfAll(pid: number, children: number[]): number {
  const { own, ended } = ticksIn(`/proc/${pid}/stat`)
  return children.reduce((sum, child) => sum + ticksIn(`/proc/${child}/stat`).own, own + ended)
}

/** The kernel counts nanoseconds in `schedstat` if it has CONFIG_SCHED_INFO, and otherwise ticks of 10 ms. */
function timeOfMainThread(pid: number): number {
  const task = `/proc/${pid}/task/${pid}`
  if (!existsSync(`${task}/schedstat`)) return ticksIn(`${task}/stat`).own
  return Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]) / 1e9
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: utime, stime, cutime and cstime, the 12th to 15th after the name. */
function ticksIn(file: string) {
  const fields = readFileSync(file, 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number)
  const [user, system, endedUser, endedSystem] = fields as [number, number, number, number]
  return { own: (user + system) / ticksPerSecond, ended: (endedUser + endedSystem) / ticksPerSecond }
}
