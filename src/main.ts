import { reportError, runProgram } from './cli/program.ts'

// EPIPE: the reader of the output, such as `head`, has closed the pipe. This is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : reportError(error)),
)

await runProgram(process.argv)
