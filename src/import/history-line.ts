import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ActionName } from '../actions/action.ts'
import { isCheckinToken } from '../checkin/checkin-token.ts'
import { Entity, Id } from '../entities/entity.ts'
import { parseInstant } from '../instant.ts'
import { ForeignKey, Notification } from '../notifications/notification.ts'
import { findPlugin } from '../plugins/registry.ts'
import { readJson } from '../read-json.ts'

const When = Type.Refine(
  Type.String(),
  (text) => parseInstant(text) !== undefined,
  () => 'must be an RFC 3339 instant with an offset, such as 2026-03-29T00:59:59.999999Z',
)

const EntityLine = Type.Object({ type: Type.Literal('entity'), ...Entity.properties }, { additionalProperties: false })

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
    uid: ForeignKey,
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
    revoked: Type.Optional(Type.Enum(['cancelled', 'moved', 'superseded'])),
  },
  { additionalProperties: false },
)

export type EntityLine = Static<typeof EntityLine>
export type NotificationLine = Static<typeof NotificationLine>
export type ActionLine = Static<typeof ActionLine>
export type CheckinTokenLine = Static<typeof CheckinTokenLine>

/** One line of a history file (docs/history-files.md). */
export type HistoryLine = EntityLine | NotificationLine | ActionLine | CheckinTokenLine

const kinds = {
  entity: Compile(EntityLine),
  notification: Compile(NotificationLine),
  action: Compile(ActionLine),
  checkin_token: Compile(CheckinTokenLine),
}

const paramsOf = new Map<object, ReturnType<typeof Compile>>()

/** The line as an object.
 *  @throws LineFault that says what is wrong with it and what would be right */
export async function parseLine(text: string): Promise<HistoryLine> {
  const line = await parseJson(text)
  const kind = (line as { type?: unknown } | null)?.type
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) {
    throw new LineFault(`type must be one of ${Object.keys(kinds).join(', ')}`)
  }
  refuse(kinds[kind as keyof typeof kinds], line, '')
  const checked = line as HistoryLine
  if (checked.type === 'notification') checkParams(checked)
  return checked
}

export class LineFault extends Error {}

// A JSON.stringify of some thousand levels would overflow the stack.
const lineLimits = { depth: 100, values: Infinity, keys: Infinity, keyLength: Infinity }

async function parseJson(text: string): Promise<unknown> {
  const { value, faults } = await readJson(text, lineLimits).catch((error) => {
    if (error instanceof SyntaxError) throw new LineFault('is not one JSON object')
    throw error
  })
  if (faults.length > 0)
    throw new LineFault(faults.map(({ pointer, reason }) => `${pointer} ${reason}`.trim()).join('; '))
  return value
}

function checkParams({ category, target, params }: NotificationLine) {
  const plugin = findPlugin(category, target)
  if (!plugin) return
  if (!paramsOf.has(plugin)) paramsOf.set(plugin, Compile(plugin.params))
  refuse(paramsOf.get(plugin)!, params, '/params')
}

function refuse(schema: ReturnType<typeof Compile>, value: unknown, at: string) {
  if (schema.Check(value)) return
  const faults = schema.Errors(value).map(({ keyword, instancePath, params, message }) => {
    if (keyword === 'required')
      return `lacks ${(params as { requiredProperties: string[] }).requiredProperties.join(', ')}`
    if (keyword === 'additionalProperties') {
      return `has the unknown key ${(params as { additionalProperties: string[] }).additionalProperties.join(', ')}`
    }
    return keyword === 'boolean' ? undefined : `${at}${instancePath} ${message}`
  })
  throw new LineFault([...new Set(faults)].filter(Boolean).join('; ') || 'has unknown keys')
}
