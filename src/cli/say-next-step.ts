import type { Database } from '../database/database.ts'
import { findLack, setUpCommands } from '../pages/next-step.ts'
import { say } from './console.ts'

/** On a database without an entity or an access token, prints the commands that add them. */
export async function sayNextStep(database: Database, url: string) {
  const lack = await findLack(database)
  if (!lack) return
  const { entity, token, demo } = setUpCommands
  const commands = lack === 'entity' ? [entity, token] : [token]
  say(`
This database has no ${lack === 'entity' ? 'clinic' : 'access token'} yet. In another terminal, with the same settings, run:

${commands.map((command) => `  ${command}\n`).join('')}
The last command prints an access token. Sign in with it at ${url}/console.
To see an example first, run: ${demo}
`)
}
