import { readdir, readFile, rm } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { lonelyAddresses } from '../personal-data/lonely-addresses.ts'

/** Removes the files of messages about the notifications, and to addresses that only they have: a test of a template belongs to no
 *  delivery. Returns their number. */
export async function removeFiles(
  database: Database,
  folder: string,
  entityId: string,
  ids: string[],
): Promise<number> {
  const files = await readdir(folder).catch((): string[] => [])
  if (files.length === 0) return 0
  const messages = await messagesOf(database, entityId, ids)
  const uids = (await lonelyAddresses(database, entityId, ids)).map(({ uid }) => uid)
  let removed = 0
  for (const file of files) {
    const path = join(folder, file)
    if (!messages.has(parse(file).name) && !(await hasOne(path, uids))) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

/** Returns the ids of messages. That of a joint message is its first delivery's. */
async function messagesOf(database: Database, entityId: string, ids: string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('deliveries')
    .select(['delivery_id', 'joint_id'])
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .execute()
  return new Set(rows.flatMap(({ delivery_id, joint_id }) => [delivery_id, joint_id ?? delivery_id]))
}

async function hasOne(path: string, texts: string[]): Promise<boolean> {
  const content = await readFile(path, 'utf8').catch(() => '')
  return texts.some((text) => content.includes(text))
}
