import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export interface EnvFile {
  file: string
  /** The names of the variables in it. */
  names: string[]
}

/** Parses the option --env-file: adds the variables of the file to the environment. Those already set win. */
export function readEnvFile(file: string, earlier: EnvFile[] = []): EnvFile[] {
  const variables = parseEnv(readFileSync(file, 'utf8'))
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value!
  return [...earlier, { file, names: Object.keys(variables) }]
}
