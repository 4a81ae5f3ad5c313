import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ProcessorTime, processorTimeOf } from '../processor-time.ts'
import type { Request } from '../questions.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const serverCore = '0'
const startTimeoutMs = 30_000

export interface Server {
  name: string
  origin: string
  /** Returns the process's peak resident memory in MiB. */
  peakMemory(): number
  /** Returns the processor time that the process has used. */
  processorTime(): ProcessorTime
  stop(): Promise<void>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

/** Starts the program in `cwd` on the server's core, or on `cores`. Resolves after a successful response to `first`. */
export async function start(
  name: string,
  program: string[],
  env: Record<string, string>,
  first: Request,
  cores = serverCore,
  cwd = root,
) {
  const port = await freePort()
  const child = spawn('taskset', ['-c', cores, process.execPath, ...program], {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: `${port}`, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  async function endBy(signal: 'SIGTERM' | 'SIGKILL') {
    process.off('exit', end)
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await once(child, 'exit')
  }
  const server: Server = {
    name,
    origin: `http://127.0.0.1:${port}`,
    peakMemory: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
    processorTime: () => processorTimeOf(child.pid!),
    stop: () => endBy('SIGTERM'),
    kill: () => endBy('SIGKILL'),
  }
  await answering(`${server.origin}${first.path}`, first.headers, () => child.exitCode !== null)
  return server
}

async function answering(url: string, headers: Record<string, string>, ended: () => boolean) {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const answer = await fetch(url, { headers: { 'Accept-Encoding': 'identity', ...headers } }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer && answer.status < 400) return
    if (ended() || performance.now() > deadline)
      throw new Error(`${url} did not answer: ${answer?.status ?? 'no server'}`)
    await delay(2)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
