import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { openSecret } from '../../platform/keys/secret.ts'
import { findChannel } from '../registry.ts'
import { storedState } from './stored-state.ts'

/** Puts the stored settings of channels into the configuration of a command, as the service uses them. Returns the faults, each with
 *  the variable of its channel. */
export async function useStored(config: Config, database: Database): Promise<string[]> {
  // A command creates no key file if there is nothing to read.
  const unseal = (purpose: string, sealed: string) => openSecret(config).unseal(purpose, sealed)
  const read = storedState(config, database, { unseal })
  const { faults } = await read(read.empty)
  return [...faults].map(([name, fault]) => `${findChannel(name).environment.url}: ${fault}`)
}
