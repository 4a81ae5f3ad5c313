import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { notifications } from '../../../../test/contact.ts'
import { csvFile, line, mapping, submitCsv } from '../../../../test/csv-file.ts'
import { entity } from '../../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../../test/rollcall.ts'

const rows = 1_400
// More than the buffers of a connection hold.
const note = 'x'.repeat(1_000)

/** A large file of few rows. The last row has an earlier key, and the one before it no such day. */
function largeFile(over: (index: number) => Partial<Record<string, string>> = () => ({})): string {
  const lines = Array.from({ length: rows }, (_, index) => line({ Id: `A-${index}`, ...over(index) }))
  const faulty = [line({ Id: 'A-faulty', Data: '31/02/2026' }), line({ Id: 'A-3' })]
  const [header, ...others] = csvFile(...lines, ...faulty)
    .trim()
    .split('\r\n')
  return [`${header};Notas`, ...others.map((one) => `${one};${note}`)].join('\r\n')
}

const faults = [
  { line: rows + 2, column: 'Data', reason: 'is not a day of the calendar' },
  { line: rows + 3, column: 'Id', reason: 'is also that of line 5' },
]

const submit = async (rollcall: Rollcall, file: string | Buffer, query?: string) => {
  const response = await submitCsv(rollcall, file, {}, query)
  expect(response.statusCode).toBe(200)
  return response.json()
}

eachEngine('a large file has the report of a small one, and changes nothing the second time', async (rollcall) => {
  await rollcall.given(entity())
  const tried = await submit(rollcall, largeFile(), '&dry_run=true')
  expect(tried).toMatchObject({ outcomes: { created: rows }, faulty: 2, faults, complete: true })
  expect(tried.preview).toHaveLength(20)
  expect(tried.preview[19]).toMatchObject({ line: 21, external_id: 'A-19', message: { uid: '+351912345678' } })
  const days = { from: '2026-03-31', to: '2026-03-31' }
  expect(await submit(rollcall, largeFile())).toMatchObject({
    rows: rows + 2,
    outcomes: { created: rows },
    faults,
    days,
  })
  const changed = largeFile((index) => (index < 3 ? { Medico: 'Rui Costa' } : {}))
  expect(await submit(rollcall, changed)).toMatchObject({ outcomes: { unchanged: rows - 3, updated: 3 }, faults })
  const found = await rollcall.get(`${notifications}?external_id=A-2`)
  expect(found.json()).toMatchObject([{ params: { doctor: 'Rui Costa' } }])
})

eachEngine('a large file is imported beside another one with the same visits', async (rollcall) => {
  await rollcall.given(entity())
  await submit(rollcall, largeFile())
  const doctors = ['Rui Costa', 'Ana Reis']
  await Promise.all(
    doctors.map((Medico) =>
      submit(
        rollcall,
        largeFile(() => ({ Medico })),
      ),
    ),
  )
  const stored = await rollcall.database.selectFrom('notifications').select('external_id').execute()
  expect(new Set(stored.map(({ external_id }) => external_id)).size).toBe(rows)
  expect(stored).toHaveLength(rows)
})

/** Sends the first 1,300 KiB of a large file, and waits for the first task. */
async function beginFile(rollcall: Rollcall, token: string) {
  await rollcall.given(entity())
  const { hostname, port } = new URL(await rollcall.listen())
  const file = Buffer.from(largeFile())
  const socket = connect(Number(port), hostname)
  const path = `${notifications}/csv?mapping=${encodeURIComponent(JSON.stringify(mapping))}`
  const headers = [`Authorization: Bearer ${token}`, 'Content-Type: text/csv', 'Host: x', 'Connection: close']
  socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: ${file.length}\r\n\r\n`)
  socket.write(file.subarray(0, 1_300 * 1_024))
  const stored = async () =>
    (await rollcall.database.selectFrom('notifications').select('external_id').execute()).length
  await expect.poll(stored, { timeout: 60_000 }).toBe(1_000)
  return { file, socket, stored, rest: file.subarray(1_300 * 1_024) }
}

serviceTest('a large file needs a credential that still has access when a task is submitted', async (rollcall) => {
  const { token } = await rollcall.tokenFor({ name: 'csv' })
  const { socket, stored, rest } = await beginFile(rollcall, token)
  await rollcall.database.updateTable('access_tokens').set({ revoked_at: 1 }).where('name', '=', 'csv').execute()
  socket.write(rest)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /)
  expect(await stored()).toBe(1_000)
})

serviceTest('a client that ends in the middle of a large file can send it again', async (rollcall) => {
  const { file, socket } = await beginFile(rollcall, rollcall.token)
  socket.destroy()
  const { outcomes } = await submit(rollcall, file)
  expect(outcomes).toMatchObject({ unchanged: 1_000, created: rows - 1_000 })
})
