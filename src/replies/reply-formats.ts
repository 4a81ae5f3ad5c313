import { valueFormats } from '../lists/formats.ts'
import { UnhandledReply } from './unhandled-reply.ts'

const { read: _, ...fields } = UnhandledReply.properties
const columns = Object.keys(fields) as (keyof typeof fields)[]

export const replyFormats = valueFormats<UnhandledReply>({
  columns: [...columns, 'read.at', 'read.by'],
  cells: (reply) => [...columns.map((name) => reply[name]), reply.read?.at, reply.read?.by],
})
