import type { Command } from 'commander'
import { createAudit } from '../access/audit/audit.ts'
import { readConfig } from '../channels/configuration.ts'
import { destinationOf, fileOfMessage, openChannel } from '../channels/open-channels.ts'
import { type ChannelName, channelNames, channels, findChannel } from '../channels/registry.ts'
import { useStored } from '../channels/settings/use-stored.ts'
import { incoming } from '../contacts/replies/incoming.ts'
import { attempt, composeTest } from '../contacts/templates/send-test.ts'
import type { Entity } from '../entities/entity.ts'
import type { Database } from '../platform/database/database.ts'
import { Problem } from '../platform/errors/errors.ts'
import { createMetrics } from '../platform/http/metrics.ts'
import { openSecret } from '../platform/keys/secret.ts'
import { dialectOf } from '../platform/languages/languages.ts'
import { createLog } from '../platform/logging/log.ts'
import { systemClock } from '../platform/time/instant.ts'
import { plugins } from '../visits/plugins/registry.ts'
import { CommandFailure, print, printNote, UsageFailure } from './terminal.ts'
import { requireEntity, withExistingDatabase } from './with-database.ts'

export function testMessageCommand(command: Command) {
  const [, channel, uid] = command.registeredArguments
  channel!.choices(channelNames).description = 'the way to you'
  uid!.description = `your address: ${channels.map(({ name, address }) => `${address.kind} for ${name}`).join(', ')}`
  command.action((entity: string, channel: ChannelName, uid: string, _options: object, command: Command) =>
    withExistingDatabase(async (database) => {
      const sent = await sendTo(database, await requireEntity(database, entity), channel, uid)
      print(command, sent, sent.file ?? '')
    }),
  )
}

/** Sends the notice of an example visit, in the language of the entity.
 *  @throws UsageFailure for an invalid address, and CommandFailure if the server did not take the message */
async function sendTo(database: Database, { id: entity_id, language }: Entity, name: ChannelName, given: string) {
  const config = readConfig(process.env)
  const [fault] = (await useStored(config, database)).filter((one) => one.startsWith(findChannel(name).environment.url))
  if (fault) throw new CommandFailure(`${fault}.`)
  const { servers, publicUrl, host, port } = config
  const log = createLog('warn', { write: printLogged })
  const audit = createAudit({ database, clock: systemClock, log, metrics: createMetrics() })
  const context = {
    database,
    audit,
    config,
    servers,
    clock: systemClock,
    log,
    origin: () => publicUrl ?? `http://${host}:${port}`,
    secret: openSecret(config),
  }
  const { category, target } = plugins[0]!
  const key = { entity_id, category, target, kind: 'notice', channel: name } as const
  const message = await composeTest(context, { ...key, language: dialectOf(language) }, { uid: given }).catch(invalid)
  const sender = await openChannel(name, { ...context, incoming: (channel) => incoming(context, channel) })
  const unsent = await keptAlive(attempt(sender, message)).finally(() => sender.close())
  await audit.close()
  const { uid } = message
  if (unsent) throw new CommandFailure(advice[unsent.outcome](unsent.reason, uid))
  const file = fileOfMessage(config, name, message)
  const { messages, environment } = findChannel(name)
  printNote(
    file
      ? `Wrote the test message for ${uid} to a file, because ${environment.url} is not set.`
      : `The server took the test message for ${uid}. ${messages} → ${destinationOf(config, name)}`,
  )
  return { channel: name, uid, ...(file && { file }) }
}

/** Keeps the process alive. The link to a message centre does not, while it waits to connect again. */
function keptAlive<T>(work: Promise<T>): Promise<T> {
  const alive = setInterval(() => {}, 60_000)
  return work.finally(() => clearInterval(alive))
}

const advice = {
  permanent: (reason, uid) => `The server refuses the message for ${uid}: ${reason}. Try another address.`,
  later: (reason) => `The server takes no messages for now: ${reason}. Try again later.`,
  unclear: (reason, uid) =>
    `The server may have taken the message: ${reason}. Look whether it arrived at ${uid} before you try again.`,
  failed: (reason) => `The message was not sent: ${reason}. "rollcall check" tries the server without a message.`,
} satisfies Record<string, (reason: string, uid: string) => string>

/** Prints what a receipt or a reply causes, which the server delivers meanwhile. */
const printLogged = (line: string) => printNote(JSON.parse(line).msg)

function invalid(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const reasons = error.members.errors?.map(({ reason }) => reason) ?? [error.message]
  throw new UsageFailure(`The address ${reasons.join(', ')}.`)
}
