import { readConfig } from '../../src/channels/configuration.ts'
import { openChannels } from '../../src/channels/open-channels.ts'
import type { Rollcall } from '../rollcall.ts'
import type { Webhook } from './provider.ts'

export const PUBLIC_URL = 'https://rollcall.test'

/** Opens the channels as the operator configures them. Providers reach the service at `PUBLIC_URL`. */
export async function openConfigured(rollcall: Rollcall, env: NodeJS.ProcessEnv) {
  const { app, incoming, folder, secret } = rollcall
  const config = readConfig({ DATABASE_URL: `sqlite:${folder}/rollcall.db`, PUBLIC_URL, ...env })
  Object.assign(rollcall.config.servers, config.servers)
  rollcall.config.publicUrl = PUBLIC_URL
  const senders = await openChannels({
    config,
    secret,
    log: app.log,
    incoming: () => incoming,
    origin: () => PUBLIC_URL,
  })
  return {
    deliver: () => rollcall.deliver(senders),
    /** Posts a callback as the provider does. */
    post: ({ url, ...webhook }: Webhook) => app.inject({ ...webhook, url: url.replace(PUBLIC_URL, '') }),
  }
}
