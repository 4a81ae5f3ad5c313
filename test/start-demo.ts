import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../bin/rollcall.js', import.meta.url))

/** Starts the demo on a free port. Returns its address, and the function that ends it and waits until it has deleted its
 *  database. */
export async function startDemo() {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const demo = spawn(process.execPath, [main, 'demo'], {
    env: { ...inherited, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    demo.stdout.on('data', (data) => {
      printed += data
      const [, found] = /Rollcall is at (\S+) with/.exec(printed) ?? []
      if (found && printed.includes('Ctrl-C')) resolve(found)
    })
    demo.once('exit', () => reject(new Error(`The demo ended before it printed its address: ${printed}`)))
  })
  const stop = async () => {
    if (demo.exitCode !== null) return
    demo.kill('SIGINT')
    await once(demo, 'exit')
  }
  return { address, stop }
}
