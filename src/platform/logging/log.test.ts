import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { entity } from '../../../test/history.ts'
import { eachEngine } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { createLog } from './log.ts'

const canary = 'CANARY-4711'

/** Each refuses the canary with an error that quotes it: in SQLite's message, in PostgreSQL's `detail`. */
const constraints = {
  sqlite: {
    add: sql`create trigger no_canary before insert on notifications
      begin select raise(abort, 'refused ' || new.external_id) where new.external_id like 'CANARY%'; end`,
    remove: sql`drop trigger no_canary`,
  },
  postgres: {
    add: sql`alter table notifications add constraint no_canary check (external_id not like 'CANARY%')`,
    remove: sql`alter table notifications drop constraint no_canary`,
  },
}

describe('the log', () => {
  eachEngine('names the constraint that a row violates, but none of its values', async (rollcall) => {
    const { database, given, post, logged, url } = rollcall
    const { add, remove } = constraints[url.startsWith('sqlite') ? 'sqlite' : 'postgres']
    // Citus does not pass on the names that its nodes report.
    const names = database.engine.cluster ? {} : { constraint: 'no_canary', table: 'notifications' }
    const alter = (statement: typeof add) => database.transaction().execute((trx) => statement.execute(trx))
    await alter(add)
    onTestFinished(async () => void (await alter(remove)))
    await given(entity())
    const { statusCode } = await post('/v1/notifications/clinica-lisboa', submission(item({ external_id: canary })))
    expect(statusCode).toBe(500)
    const [line] = logged.map((text) => JSON.parse(text)).filter(({ level }) => level >= 50)
    expect(line).toMatchObject({ msg: 'Internal error', err: { stack: expect.stringMatching(/\n {4}at .*\.ts:\d+/) } })
    expect(line.err).toMatchObject(
      url.startsWith('sqlite')
        ? { code: 'ERR_SQLITE_ERROR', errcode: 1811, message: 'constraint failed' }
        : { type: 'DatabaseError', code: '23514', ...names },
    )
    expect(logged.join()).not.toContain(canary)
  })

  const withCause = (error: Error) => new Error('the outbox', { cause: error })
  const quoting: Record<string, () => Error> = {
    'a parser': () => {
      try {
        return JSON.parse(canary)
      } catch (error) {
        return error as Error
      }
    },
    'a subclass': () => new RangeError(canary),
    'a cause': () => withCause(new RangeError(canary)),
    'a stack that a message imitates': () => new RangeError(`x\n    at ${canary} (file.ts:1:1)`),
    'other properties': () => Object.assign(new Error('x'), { detail: canary, where: canary, hint: canary }),
  }
  test('leaves out the values that errors quote', () => {
    for (const [what, make] of Object.entries(quoting)) {
      const lines: string[] = []
      const log = createLog('info', new Writable({ write: (line, _, done) => done(void lines.push(`${line}`)) }))
      log.error(make())
      log.error({ err: make() })
      log.error({ err: make() }, 'failed')
      expect([what, lines.length, lines.join().includes(canary)]).toEqual([what, 3, false])
      expect(lines.join()).toContain('log.test.ts')
    }
  })

  test('keeps the messages of Node’s system errors and of plain errors', () => {
    const lines: string[] = []
    const log = createLog('info', new Writable({ write: (line, _, done) => done(void lines.push(`${line}`)) }))
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    })
    log.error({ err: withCause(refused) }, 'failed')
    const { err } = JSON.parse(lines[0]!)
    expect(err).toMatchObject({ message: 'the outbox', cause: { code: 'ECONNREFUSED', message: refused.message } })
  })
})
