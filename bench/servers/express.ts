// What a team would write in an afternoon: Express, a plain query, `res.json`.
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import express, { type Handler } from 'express'

const { PORT, PLAIN_DATABASE } = process.env

interface ActionRow {
  [column: string]: string
}

const database = new DatabaseSync(PLAIN_DATABASE!, { readOnly: true })
const credential = database.prepare('select name from access_tokens where token_hash = ?')
const actionsOfRange = database.prepare(
  'select * from actions where entity_id = ? and date >= ? and date < ? order by date',
)
const checkin = database.prepare('select * from checkin_tokens where entity_id = ? and token_hash = ?')

const sha256 = (text: string) => hash('sha256', text, 'base64url')

const requireToken: Handler = (request, response, next) => {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token && credential.get(sha256(token))) return next()
  response.status(401).json({ error: 'invalid token' })
}

const toAction = ({ contact_external_id, contact_name, params, ...row }: ActionRow) => ({
  action: row.action,
  date: row.date,
  task_id: row.task_id,
  notification_id: row.notification_id,
  entity_id: row.entity_id,
  external_id: row.external_id,
  category: row.category,
  target: row.target,
  channel: row.channel,
  uid: row.uid,
  contact: { external_id: contact_external_id, name: contact_name },
  params: JSON.parse(params!),
})

const toCheckin = (row: ActionRow) => ({
  id: row.id,
  external_id: row.external_id,
  category: row.category,
  target: row.target,
  contact: JSON.parse(row.contact!),
  params: JSON.parse(row.params!),
  files: JSON.parse(row.files!),
  inferred_data: JSON.parse(row.inferred_data!),
})

const app = express()
app.use(requireToken)

app.get('/actions/:entity_id', ({ params, query }, response) => {
  const rows = actionsOfRange.all(params.entity_id!, query.from!, query.to!) as ActionRow[]
  response.json(rows.map(toAction))
})

app.get('/checkin/:entity_id/:token', ({ params }, response) => {
  const row = checkin.get(params.entity_id!, sha256(params.token!)) as ActionRow | undefined
  if (row) response.json(toCheckin(row))
  else response.status(404).json({ error: 'not found' })
})

app.listen(Number(PORT), '127.0.0.1')
