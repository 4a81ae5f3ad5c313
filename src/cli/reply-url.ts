import { join } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../channels/configuration.ts'
import { replyPath } from '../channels/mobile/callbacks.ts'
import { localFolder } from '../config/config.ts'
import { createSecret, keyFile } from '../secret.ts'
import { CommandFailure, print } from './console.ts'

export function replyUrlCommand(command: Command) {
  command.action((_options: object, command: Command) => {
    const config = readConfig(process.env)
    if (!config.publicUrl)
      throw new CommandFailure('Set PUBLIC_URL to the address at which the gateway reaches this service.')
    const secret = createSecret(config.secretKey ?? keyFile(join(localFolder(config), 'rollcall.key')))
    const url = config.publicUrl + replyPath(secret)
    print(command, { url }, url)
  })
}
