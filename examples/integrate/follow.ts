// Reads the answers of contacts from Rollcall's event log, applies each to the clinic's own data, and acknowledges it.
// Node 22.18 or newer runs it, without packages:
//   ROLLCALL=http://127.0.0.1:8080 TOKEN=rc_… ENTITY=clinica-lisboa DATA=appointments.json node follow.ts
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const { ROLLCALL, TOKEN, ENTITY, DATA = 'appointments.json' } = process.env

interface ActionEvent {
  sequence: number
  record: { action: string; external_id: string }
}

/** The clinic's data, here one file. It has the position in the log, too: both change together, or not at all. */
interface Data {
  position: number
  appointments: Record<string, string>
}

/** Reads the data anew before each change: staff may have corrected it. */
const readData = (): Data =>
  existsSync(DATA) ? JSON.parse(readFileSync(DATA, 'utf8')) : { position: 0, appointments: {} }

/** Replace this by your system. Staff read the message of an error, under "Not applied by your system". */
function apply({ record: { action, external_id } }: ActionEvent, { appointments }: Data) {
  if (!(external_id in appointments)) throw new Error(`There is no appointment ${external_id}.`)
  appointments[external_id] = action
  console.log(`${external_id}: ${action}`)
}

/** Repeats a request until the service is available. */
async function request(path: string, body?: object): Promise<Response> {
  for (;;) {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const sent = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    const response = await fetch(`${ROLLCALL}${path}`, sent).catch(() => undefined)
    if (response?.ok) return response
    if (response && response.status < 500 && response.status !== 429)
      throw new Error(`${response.status} ${await response.text()}`)
    await delay(1_000 * Number(response?.headers.get('retry-after') ?? 5))
  }
}

for (;;) {
  // Staff have these sent again, after they have corrected the cause.
  const failures = await request(`/v1/acknowledgements/${ENTITY}?outcome=failed&resent=true&source=self`)
  const resent = (await failures.json()) as { event: ActionEvent }[]
  const wait = resent.length > 0 ? 0 : 30
  const page = await request(`/v1/events/${ENTITY}/since/${readData().position}?kind=action&wait=${wait}`)
  const events = (await page.json()) as ActionEvent[]
  const data = readData()
  const outcomes = [...resent.map(({ event }) => event), ...events].map((event) => {
    const { sequence } = event
    try {
      apply(event, data)
      return { sequence, outcome: 'applied' }
    } catch (error) {
      return { sequence, outcome: 'failed', reason: (error as Error).message.slice(0, 500) }
    }
  })
  if (outcomes.length > 0) await request(`/v1/acknowledgements/${ENTITY}`, outcomes)
  data.position = Number(page.headers.get('rollcall-sequence'))
  writeFileSync(`${DATA}.new`, JSON.stringify(data))
  renameSync(`${DATA}.new`, DATA)
}
