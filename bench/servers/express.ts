// A typical implementation: Express, a plain query and `res.json`. With LIST_CACHE_MB, it keeps lists for a second.
import { hash } from 'node:crypto'
import express, { type Handler } from 'express'
import { LRUCache } from 'lru-cache'
import { openPostgres } from './express-postgres.ts'
import type { Row } from './express-rows.ts'
import { openSqlite } from './express-sqlite.ts'

const { PORT, PLAIN_DATABASE, LIST_CACHE_MB } = process.env

const lists = new LRUCache<string, string>({
  maxSize: Number(LIST_CACHE_MB ?? 1) * 1_000_000,
  sizeCalculation: ({ length }) => length + 1,
  ttl: 1_000,
})

const database = PLAIN_DATABASE!.startsWith('sqlite:') ? openSqlite(PLAIN_DATABASE!) : openPostgres(PLAIN_DATABASE!)

const sha256 = (text: string) => hash('sha256', text, 'base64url')

const requireToken: Handler = async (request, response, next) => {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token && (await database.credential(sha256(token))).length > 0) return next()
  response.status(401).json({ error: 'invalid token' })
}

const toAction = ({ contact_external_id, contact_name, params, ...row }: Row) => ({
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

const toCheckin = (row: Row) => ({
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

app.get('/actions/:entity_id', async ({ url, params, query }, response) => {
  const cached = LIST_CACHE_MB && lists.get(url)
  if (cached) return response.type('json').send(cached)
  const rows = await database.actions(params.entity_id!, query.from!, query.to!)
  if (!LIST_CACHE_MB) return response.json(rows.map(toAction))
  const list = JSON.stringify(rows.map(toAction))
  lists.set(url, list)
  response.type('json').send(list)
})

app.get('/checkin/:entity_id/:token', async ({ params }, response) => {
  const [row] = await database.checkin(params.entity_id!, sha256(params.token!))
  if (row) response.json(toCheckin(row))
  else response.status(404).json({ error: 'not found' })
})

app.listen(Number(PORT), '127.0.0.1')
