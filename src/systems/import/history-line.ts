import { type Static, Type } from 'typebox'
import { Uid } from '../../channels/address.ts'
import { entityProperties, Id } from '../../entities/entity-properties.ts'
import { Logo } from '../../entities/logo.ts'
import { ActionName } from '../../log/actions/action.ts'
import { revocationReasons } from '../../messages/check-in/issued-token.ts'
import { isCheckinToken } from '../../messages/check-in/token-spelling.ts'
import type { JsonFault } from '../../platform/errors/invalid-body.ts'
import { contentFaults } from '../../platform/errors/json-faults.ts'
import { schemaCheck } from '../../platform/errors/schema-faults.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { Notification } from '../../visits/notification.ts'
import { findPlugin, plugins } from '../../visits/plugins/registry.ts'

const When = Type.Refine(
  Type.String(),
  (text) => parseInstant(text) !== undefined,
  () => 'must be an RFC 3339 instant with an offset, such as 2026-03-29T00:59:59.999999Z',
)

const EntityLine = Type.Object(
  { type: Type.Literal('entity'), ...entityProperties, logo: Type.Optional(Logo) },
  { additionalProperties: false },
)

const NotificationLine = Type.Object(
  { type: Type.Literal('notification'), ...Notification.properties },
  { additionalProperties: false },
)

const ActionLine = Type.Object(
  {
    type: Type.Literal('action'),
    id: Id,
    entity_id: Id,
    notification_id: Id,
    action: ActionName,
    date: When,
    channel: Id,
    uid: Uid,
  },
  { additionalProperties: false },
)

const CheckinTokenLine = Type.Object(
  {
    type: Type.Literal('checkin_token'),
    entity_id: Id,
    notification_id: Id,
    token: Type.Refine(Type.String(), isCheckinToken, () => 'must be 1 to 256 visible ASCII characters'),
    expires_at: Type.Optional(When),
    revoked: Type.Optional(Type.Enum(revocationReasons)),
  },
  { additionalProperties: false },
)

export type EntityLine = Static<typeof EntityLine>
export type NotificationLine = Static<typeof NotificationLine>
export type ActionLine = Static<typeof ActionLine>
export type CheckinTokenLine = Static<typeof CheckinTokenLine>

const lines = {
  entity: EntityLine,
  notification: NotificationLine,
  action: ActionLine,
  checkin_token: CheckinTokenLine,
}

/** One line of a history file (docs/history-files.md). */
export type HistoryLine = EntityLine | NotificationLine | ActionLine | CheckinTokenLine

const faultsByType = new Map<unknown, ReturnType<typeof schemaCheck>>(
  Object.entries(lines).map(([type, schema]) => [type, schemaCheck(schema)]),
)

const faultsOfParams = new Map(plugins.map((plugin) => [plugin, schemaCheck(plugin.params)]))

/** Parses and checks a line.
 *  @throws InvalidLineError that states each fault and its remedy */
export function parseLine(text: string): HistoryLine {
  const line = parseJson(text)
  const faultsOf = faultsByType.get((line as { type?: unknown } | null)?.type)
  if (!faultsOf) throw new InvalidLineError(`type must be one of ${Object.keys(lines).join(', ')}`)
  throwIfAny([...faultsOf(line), ...paramsFaults(line as Partial<NotificationLine>)])
  return line as HistoryLine
}

export class InvalidLineError extends Error {}

// JSON.stringify would overflow the stack at a few thousand levels.
const lineLimits = { depth: 100, values: Number.POSITIVE_INFINITY }

function parseJson(text: string): unknown {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    throw new InvalidLineError('is not one JSON object')
  }
  throwIfAny(contentFaults(line, lineLimits).faults)
  return line
}

/** Returns the faults in a notification's params if a plugin handles its category and target. */
function paramsFaults({ type, category, target, params }: Partial<NotificationLine>): JsonFault[] {
  const plugin = type === 'notification' ? findPlugin(category!, target!) : undefined
  if (!plugin || typeof params !== 'object') return []
  const faults = faultsOfParams.get(plugin)!(params)
  return faults.map(({ pointer, reason }) => ({ pointer: `/params${pointer}`, reason }))
}

/** @throws InvalidLineError that names each fault */
function throwIfAny(faults: JsonFault[]) {
  const sentences = new Set(faults.map(({ pointer, reason }) => `${pointer} ${reason}`.trim()))
  if (sentences.size > 0) throw new InvalidLineError([...sentences].join('; '))
}
