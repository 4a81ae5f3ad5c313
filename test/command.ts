import { Readable } from 'node:stream'
import { runProgram } from '../src/cli/program.ts'

/** Runs a `rollcall` command in this process, which takes a tenth of the time of a process of its own. Run one at a
 *  time: they share the environment and the output. */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv = {}, input = '') {
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)]
  const before = { env: process.env, exitCode: process.exitCode }
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!
  process.env = { ...process.env, ...env }
  process.exitCode = 0
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([Buffer.from(input)]) })
  try {
    await runProgram(['node', 'rollcall', ...args])
    return { code: process.exitCode as number, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    Object.assign(process, before)
    Object.defineProperty(process, 'stdin', stdin)
    stdout.release()
    stderr.release()
  }
}

/** Collects the writes to a stream instead of printing them. */
function captured(stream: NodeJS.WriteStream) {
  const { write } = stream
  let text = ''
  stream.write = (chunk) => {
    text += chunk
    return true
  }
  const release = () => {
    stream.write = write
  }
  return { text: () => text, release }
}
