import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export interface EnvFile {
  file: string
  names: string[]
}

/** Parses the option --env-file. Adds the variables of the file to the environment, unless they are set. */
export function readEnvFile(file: string, earlier: EnvFile[] = []): EnvFile[] {
  const variables = parseEnv(readFileSync(file, 'utf8'))
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value!
  return [...earlier, { file, names: Object.keys(variables) }]
}
