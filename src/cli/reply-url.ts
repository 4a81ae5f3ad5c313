import type { Command } from 'commander'
import type { Channel } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import { openSecret } from '../platform/keys/secret.ts'
import { readStoredConfig } from './stored-channels.ts'
import { CommandFailure, print } from './terminal.ts'

export function replyUrlCommand(command: Command) {
  command.action(async (_options: object, command: Command) => {
    const { publicUrl, secret, servers } = await readAddress()
    const isNoneConfigured = Object.keys(servers).length === 0
    const urls = (channels as readonly Channel[]).flatMap(({ name, messages, replyPath }) => {
      const path = servers[name] || isNoneConfigured ? replyPath?.(secret, servers[name]) : undefined
      return path === undefined ? [] : [{ messages, url: publicUrl + path }]
    })
    if (urls.length === 0)
      throw new CommandFailure('A message centre delivers replies over its connection: it needs no URL.')
    const [only, ...others] = urls
    if (only && others.length === 0) return print(command, { url: only.url }, only.url)
    print(command, urls, urls.map(({ messages, url }) => `${messages}: ${url}`).join('\n'))
  })
}

export function bounceUrlsCommand(command: Command) {
  command.action(async (_options: object, command: Command) => {
    const { publicUrl, secret } = await readAddress()
    const paths = (channels as readonly Channel[]).flatMap(({ bouncePaths }) =>
      Object.entries(bouncePaths?.(secret) ?? {}),
    )
    const urls = Object.fromEntries(paths.map(([provider, path]) => [provider, publicUrl + path]))
    const lines = Object.entries(urls).map(([provider, url]) => `${provider}: ${url}`)
    print(command, urls, lines.join('\n'))
  })
}

async function readAddress() {
  const { config } = await readStoredConfig()
  if (!config.publicUrl)
    throw new CommandFailure('Set PUBLIC_URL to the address at which the provider reaches this service.')
  return { publicUrl: config.publicUrl, secret: openSecret(config), servers: config.servers }
}
