import { join } from 'node:path'
import { type Config, embeddedFolder } from '../../config.ts'
import type { Channels } from '../deliver.ts'
import { folderChannel } from './folder/folder.ts'

/** The channels as configured: what no server is named for goes to files in `outbox/`, beside the database. */
export async function configuredChannels(config: Config): Promise<Channels> {
  const folder = folderChannel(join(embeddedFolder(config), 'outbox'))
  if (!config.mail) return { mobile: folder, email: folder }
  const { emailChannel } = await import('./email/email.ts')
  return { mobile: folder, email: emailChannel(config.mail.url, config.mail.from) }
}
