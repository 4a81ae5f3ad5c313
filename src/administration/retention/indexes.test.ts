import { expect, onTestFinished, test, vi } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { notification } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { deleteAt } from '../../../test/retention.ts'
import { bootRollcall, type Rollcall } from '../../../test/rollcall.ts'
import { SqliteConnection } from '../../platform/database/sqlite/connection.ts'

/** Records the statements on SQLite from now on, each once. */
function recordStatements() {
  const run = vi.spyOn(SqliteConnection.prototype, 'run')
  onTestFinished(() => run.mockRestore())
  return () => [...new Set(run.mock.calls.map(([text]) => text.trim()))]
}

/** Returns the steps of a statement that read rows, such as `SEARCH events USING INDEX …`. */
async function readsOf({ database }: Rollcall, text: string) {
  const parameters = Array(text.split('?').length - 1).fill('[]')
  const steps = await database.engine.read({ sql: `explain query plan ${text}`, parameters })
  return (steps as { detail: string }[]).map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH)/.test(detail))
}

// With the data of a contact. An entity has few rows in `holds`, and the rows of `claims` and the like end soon.
const large =
  /\b(actions|acknowledgements|checkin_tokens|deliveries|events|notes|notifications|replies|written_messages)\b/

test('the night finds the rows of contacts by indexes, and reads no whole table or entity [sqlite]', async () => {
  const rollcall = await bootRollcall()
  const { mobile, reply } = await messageCentre(rollcall)
  const { answer } = await contact(rollcall)
  // The plan of one row can be another one than that of a batch.
  await rollcall.given(
    ...Array.from({ length: 99 }, (_, index) => notification({ id: `n-${index}`, external_id: `B-${index}` })),
  )
  await rollcall.deliver({ mobile })
  await answer('confirm')
  await reply('Is there parking?')
  await rollcall.put('/v1/entities/clinica-lisboa/retention', { notifications: 'P90D' })
  const statements = recordStatements()
  await deleteAt(rollcall, '2027-01-15T02:00:00Z')
  const texts = statements().filter((text) => /^(select|update|delete)/.test(text) && large.test(text))
  expect(texts.length).toBeGreaterThan(20)
  for (const text of texts)
    for (const read of await readsOf(rollcall, text))
      expect([text, read]).toEqual([text, expect.not.stringMatching(/^SCAN (?!CONSTANT)|\(entity_id=\?\)$/)])
})
