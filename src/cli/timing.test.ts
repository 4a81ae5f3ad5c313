import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { entity } from '../../test/history.ts'
import { bootRollcall } from '../../test/rollcall.ts'

test('reminders, quiet-hours, settings and retention show the setting of an entity, and set it from a file', async () => {
  const { url, folder, given } = await bootRollcall()
  await given(entity())
  const file = join(folder, 'setting.json')
  const run = (...args: string[]) => runCommand(args, { DATABASE_URL: url })
  const shown = await run('reminders', 'show', 'clinica-lisboa')
  expect(JSON.parse(shown.stdout).sequences[0].steps).toHaveLength(3)

  const steps = [{ before: 'P1D', states: ['open'] }]
  writeFileSync(file, JSON.stringify({ sequences: [{ category: 'medical', target: 'exam', steps }] }))
  const changed = await run('reminders', 'set', 'clinica-lisboa', file, '--json')
  expect(changed).toMatchObject({ code: 0, stderr: 'Changed the reminders of clinica-lisboa.\n' })
  expect(JSON.parse(changed.stdout).sequences[1]).toEqual({ category: 'medical', target: 'exam', steps })

  writeFileSync(file, JSON.stringify({ hours: [], holidays: ['2026-12-25'] }))
  expect((await run('quiet-hours', 'set', 'clinica-lisboa', file)).code).toBe(0)
  expect(JSON.parse((await run('quiet-hours', 'show', 'clinica-lisboa', '--json')).stdout)).toEqual({
    hours: [],
    holidays: ['2026-12-25'],
  })

  writeFileSync(file, JSON.stringify({ fallback: { after: 'PT4H' }, limits: [{ channel: 'mobile', per_day: 5 }] }))
  expect((await run('settings', 'set', 'clinica-lisboa', file)).code).toBe(0)
  expect(JSON.parse((await run('settings', 'show', 'clinica-lisboa', '--json')).stdout).fallback.after).toBe('PT4H')

  writeFileSync(file, JSON.stringify({ notifications: 'P1Y' }))
  expect((await run('retention', 'set', 'clinica-lisboa', file)).code).toBe(0)
  expect(JSON.parse((await run('retention', 'show', 'clinica-lisboa')).stdout).notifications).toBe('P1Y')

  const refused = await run('reminders', 'set', 'clinica-lisboa', file)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('/sequences: ')])
  expect((await run('reminders', 'show', 'unknown')).stderr).toContain('There is no entity unknown.')
})
