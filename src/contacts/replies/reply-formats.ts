import { valueFormats } from '../../platform/lists/formats.ts'
import { UnhandledReply } from './unhandled-reply.ts'

const { candidates: _candidates, read: _read, answered: _answered, ...fields } = UnhandledReply.properties
const columns = Object.keys(fields) as (keyof typeof fields)[]

export const replyFormats = valueFormats<UnhandledReply>({
  columns: [...columns, 'read.at', 'read.by', 'answered.at', 'answered.by', 'answered.text'],
  cells: (reply) => [
    ...columns.map((name) => reply[name]),
    ...[reply.read?.at, reply.read?.by, reply.answered?.at, reply.answered?.by, reply.answered?.text],
  ],
})
