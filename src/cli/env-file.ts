import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { fileFault, UsageFailure } from './terminal.ts'

export interface EnvFile {
  file: string
  names: string[]
}

/** Parses the option --env-file. Adds the variables of the file to the environment, unless they are set. */
export function readEnvFile(file: string, earlier: EnvFile[] = []): EnvFile[] {
  const variables = parseEnv(read(file))
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value!
  return [...earlier, { file, names: Object.keys(variables) }]
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageFailure(`--env-file: ${fileFault(error as Error) ?? `${file} is not a file.`}`)
  }
}
