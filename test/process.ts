import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../bin/rollcall.js', import.meta.url))

/** Starts `rollcall` as a process that ends with the test.
 *  @param launcher a command that becomes the process, which it gets as its last arguments */
export function startRollcall(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
  launcher: string[] = [],
): ChildProcess {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const [command, ...rest] = [...launcher, process.execPath, '--', main, ...args]
  const child = spawn(command!, rest, { env: { ...inherited, ...env }, cwd })
  onTestFinished(() => void (child.exitCode === null && child.kill('SIGKILL')))
  return child
}

/** Runs `rollcall` and waits for its exit. */
export async function runRollcall(args: string[], env: NodeJS.ProcessEnv = {}, input = '') {
  const child = startRollcall(args, env)
  let stdout = ''
  let stderr = ''
  child.stdout!.on('data', (data) => (stdout += data))
  child.stderr!.on('data', (data) => (stderr += data))
  child.stdin!.end(input)
  const [code] = await once(child, 'close')
  return { code: code as number, stdout, stderr }
}

/** Starts `rollcall serve` on a free port and waits until it listens. */
export async function serveRollcall(env: NodeJS.ProcessEnv, options: string[] = [], cwd?: string, launcher?: string[]) {
  const child = startRollcall(['serve', ...options], { PORT: '0', LOG_LEVEL: 'info', ...env }, cwd, launcher)
  let log = ''
  child.stderr!.on('data', (data) => (log += data))
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (data) => {
      log += data
      const listening = /Server listening at (http:[^"]+)/.exec(log)
      if (listening) resolve(listening[1]!)
    })
    child.once('exit', () => reject(new Error(log)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { child, address, stop, log: () => log }
}
