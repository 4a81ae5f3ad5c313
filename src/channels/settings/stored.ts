import type { ChannelVariables } from '../../platform/config/channel-environment.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { ChannelName } from '../channel-names.ts'
import type { ShownServer } from './shown-server.ts'

/** What an administrator has set up for a channel. */
export interface StoredChannel {
  channel: ChannelName
  version: number
  shown: ShownServer
  changedAt: Instant
  changedBy: string
  /** Decrypts the variables. Undefined: this process has another key than the one that stored them. */
  variables(): ChannelVariables | undefined
}

// A text that was sealed for one channel does not open for another.
const purposeOf = (channel: ChannelName) => `channel ${channel}`

/** Returns the channels that are set up, by name. */
export async function storedChannels(
  database: Database,
  secret: Pick<Secret, 'unseal'>,
): Promise<Map<ChannelName, StoredChannel>> {
  const rows = await database.selectFrom('channel_settings').selectAll().where('sealed', 'is not', null).execute()
  return new Map(
    rows.map(({ channel, version, sealed, shown, changed_at: changedAt, changed_by: changedBy }) => {
      const variables = () => {
        const text = secret.unseal(purposeOf(channel), sealed!)
        return text === undefined ? undefined : (JSON.parse(text) as ChannelVariables)
      }
      return [channel, { channel, version, shown: JSON.parse(shown!), changedAt, changedBy, variables }]
    }),
  )
}

/** Returns the number of the latest version of a channel; 0 if it was never set up. */
export async function latestVersion(database: Database, channel: ChannelName): Promise<number> {
  const { version } = await database
    .selectFrom('channel_settings')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  return version ?? 0
}

interface Replacement {
  channel: ChannelName
  /** The version that the author has seen. */
  before: number
  /** Undefined switches the channel off. */
  settings: { variables: ChannelVariables; shown: ShownServer } | undefined
  by: string
  at: Instant
}

/** Stores a version after the one that it replaces, and removes the secrets of earlier ones.
 *  @throws Problem changed-meanwhile */
export async function replaceSettings(
  database: Database,
  secret: Secret,
  { channel, before, settings, by, at }: Replacement,
): Promise<void> {
  await database.write(async (trx) => {
    const row = {
      channel,
      version: before + 1,
      sealed: settings ? secret.seal(purposeOf(channel), JSON.stringify(settings.variables)) : null,
      shown: settings ? JSON.stringify(settings.shown) : null,
      changed_at: at,
      changed_by: by,
    }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('channel_settings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw new Problem('changed-meanwhile')
    await trx
      .updateTable('channel_settings')
      .set({ sealed: null })
      .where('channel', '=', channel)
      .where('version', '<=', before)
      .where('sealed', 'is not', null)
      .execute()
  })
}

const maxVersions = 20

/** Lists the latest 20 versions of a channel, the newest first. */
export const listVersions = (database: Database, channel: ChannelName) =>
  database
    .selectFrom('channel_settings')
    .select(['version', 'shown', 'changed_at', 'changed_by'])
    .where('channel', '=', channel)
    .orderBy('version', 'desc')
    .limit(maxVersions)
    .execute()
