// Lists a day's actions with a client that third parties can generate. npm test compiles it; it also runs:
// ROLLCALL_URL=… ROLLCALL_TOKEN=… node checks/list-actions.ts clinica-lisboa 2026-03-29
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.d.ts'

const [entity_id = '', day = ''] = process.argv.slice(2)
const headers = { Authorization: `Bearer ${process.env.ROLLCALL_TOKEN}` }
const baseUrl = process.env.ROLLCALL_URL ?? 'http://127.0.0.1:8080'
// The list is also available as CSV and NDJSON. This client reads JSON only.
type Json = 'application/json' | 'application/problem+json'
const client = createClient<paths, Json>({ baseUrl, headers })
const { data, error } = await client.GET(
  '/v1/metrics/notifications/actions/{entity_id}/bydate/{start_date}/{end_date}',
  { params: { path: { entity_id, start_date: day, end_date: day }, query: { action: ['confirm'] } } },
)
if (error) throw new Error(`${error.code}: ${error.detail}`)
const actions: components['schemas']['ActionRecord'][] = data
for (const { date, action, contact } of actions) console.log(date, action, contact.name)
