import { readConfig } from '../src/channels/configuration.ts'
import { openChannels } from '../src/channels/open-channels.ts'
import type { Webhook } from './providers/provider.ts'
import type { Rollcall } from './rollcall.ts'

export const PUBLIC_URL = 'https://rollcall.test'

/** Opens the channel of texts as it is configured. The service takes the callbacks of its provider at `PUBLIC_URL`. */
export async function openTexts(rollcall: Rollcall, env: NodeJS.ProcessEnv) {
  const { app, incoming, folder, secret } = rollcall
  const config = readConfig({ DATABASE_URL: `sqlite:${folder}/rollcall.db`, PUBLIC_URL, ...env })
  Object.assign(rollcall.config.servers, config.servers)
  rollcall.config.publicUrl = PUBLIC_URL
  const { mobile } = await openChannels({
    ...{ config, secret, log: app.log },
    incoming: () => incoming,
    origin: () => PUBLIC_URL,
  })
  return {
    deliver: () => rollcall.deliver({ mobile }),
    /** Posts a callback as the provider does. */
    post: ({ url, ...hook }: Webhook) => app.inject({ ...hook, url: url.replace(PUBLIC_URL, '') }),
  }
}
