import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '../../../../test/command.ts'
import { entity } from '../../../../test/history.ts'
import { runRollcall, serveRollcall } from '../../../../test/process.ts'
import { bootRollcall, temporaryFolder } from '../../../../test/rollcall.ts'
import { parseInstant } from '../instant.ts'
import { nodeRules } from './node-rules.ts'
import { faultsOfRules, remedyOfRules } from './release.ts'
import { systemRules } from './system-rules.ts'
import { watchRules } from './watch-rules.ts'
import { zoneReader, zoneRulesInUse } from './zones.ts'

const at = (text: string) => parseInstant(text)!

/** A folder of an operating system, with zones whose clocks never change, and are some hours ahead. */
function folderOf(version: string, files: Record<string, number> = { 'Etc/UTC': 0, 'Europe/Lisbon': 5 }) {
  const folder = temporaryFolder()
  for (const part of ['Etc', 'Europe']) mkdirSync(join(folder, part))
  writeFileSync(join(folder, 'tzdata.zi'), `# version ${version}\nL Europe/Lisbon Portugal\n`)
  for (const [zone, hours] of Object.entries(files)) writeFileSync(join(folder, zone), tzif(hours))
  return folder
}

/** A file of a zone whose clocks never change. */
function tzif(hours: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('TZif2')
  header.writeUInt32BE(1, 36)
  header.writeUInt32BE(4, 40)
  const body = Buffer.alloc(10)
  body.writeInt32BE(hours * 3_600)
  body.write('XXX', 6)
  return Buffer.concat([header, body, header, body, Buffer.from(`\nXXX${-hours}\n`)])
}

const sourceOf = (folder: string) => systemRules(folder)!

describe('the rules in use', () => {
  const rules = (version: string) => ({ ...nodeRules, version })
  const now = at('2026-11-29T12:00:00Z')
  const faults = (version: string, folder: string) => faultsOfRules(now, rules(version), [sourceOf(folder)])

  test('have a fault if the operating system has newer ones since the start', () => {
    const [fault, ...others] = faults('2026c', folderOf('2030b'))
    expect(others).toEqual([])
    expect(remedyOfRules(fault!, rules('2026c'))).toBe(
      "This machine has the time-zone rules 2030b (the operating system's), but the service uses 2026c (Node's own). Restart the service.",
    )
    expect(faults('2030b', folderOf('2030b'))).toEqual([])
  })

  test('have a fault if the newer ones cannot be read', () => {
    const [fault] = faults('2026c', folderOf('2030b', {}))
    expect(remedyOfRules(fault!)).toContain('their files cannot be read')
  })

  test.for([
    ['2024b', true],
    ['2025a', true],
    ['2025b', true],
    ['2026a', false],
    ['2026f', false],
  ] as const)('of %s are older than a year in November 2026: %s', ([version, isOld]) =>
    expect(faultsOfRules(now, rules(version), []).some(({ kind }) => kind === 'old')).toBe(isOld),
  )
})

describe('the rules of the operating system', () => {
  const read = (name: string) => zoneReader([sourceOf(folderOf('2030b')), nodeRules])(name)

  test('apply to an old name that it keeps in another package, in small letters, too', () => {
    for (const name of ['Europe/Lisbon', 'Portugal', 'europe/lisbon'])
      expect(read(name).offsets).toEqual([5 * 3_600_000])
  })

  test('leave zones that it lacks to the next source', () =>
    expect(read('Europe/Madrid')).toEqual(nodeRules.read('Europe/Madrid')))

  test('leave a zone whose file is damaged to the next source', () => {
    const folder = folderOf('2030b')
    truncateSync(join(folder, 'Europe/Lisbon'), 60)
    expect(zoneReader([sourceOf(folder), nodeRules])('Europe/Lisbon')).toEqual(nodeRules.read('Europe/Lisbon'))
  })

  test('leave out other files of the machine, and those with leap seconds', () => {
    const folder = folderOf('2030b', { 'Etc/UTC': 0, localtime: 3 })
    for (const name of ['localtime', '../Etc/UTC', 'Etc/../Etc/UTC', 'tzdata.zi', '/etc/passwd'])
      expect(sourceOf(folder).read(name)).toBeUndefined()
    expect(sourceOf(folder).read('Etc/UTC')?.offsets).toEqual([0])
  })

  test('are not used without a version, or without files', () => {
    expect(systemRules(folderOf('unknown'))).toBeUndefined()
    expect(systemRules('/nonexistent')).toBeUndefined()
  })

  test('have the version of +VERSION, as on macOS', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '+VERSION'), '2030c\n')
    expect(systemRules(folder)?.version).toBe('2030c')
  })
})

describe('when the operating system gets newer rules', () => {
  const { version } = zoneRulesInUse
  const env = () => ({ TZDIR: folderOf('2030b') })

  test('the health page and the metrics of a running service say so', async () => {
    const { app, metrics, log, clock } = await bootRollcall()
    onTestFinished(watchRules(clock, log, metrics))
    vi.stubEnv('TZDIR', env().TZDIR)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { body } = await app.inject({ url: '/health', headers: { accept: 'text/html' } })
    expect(body).toContain(`<dd>${version}, of `)
    expect(body).toContain('The machine has 2030b: restart the service')
    const shown = await metrics.render()
    expect(shown).toContain(`rollcall_zone_rules{version="${version}"`)
    expect(shown).toMatch(/^rollcall_zone_rules_faults 1$/m)
  })

  test('rollcall check uses them at once, and names them', async () => {
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'rollcall.db')}`
    await runCommand(['migrate'], { DATABASE_URL })
    const { stderr } = await runRollcall(['check'], { ...env(), DATABASE_URL })
    expect(stderr).toContain("time-zone rules: 2030b (the operating system's)")
  })

  test('rollcall check says that the service must be restarted, or that another machine has newer ones', async () => {
    const { url, database, given } = await bootRollcall()
    await given(entity())
    const check = async (rules: string) => {
      await database.updateTable('entities').set({ zone_rules: rules }).execute()
      return (await runCommand(['check'], { DATABASE_URL: url })).stderr
    }
    expect(await check(version)).not.toContain('Warning: ')
    expect(await check('2020a')).toContain('Warning: the service last started with the time-zone rules 2020a.')
    expect(await check('2099a')).toContain('Warning: a process of the service has the time-zone rules 2099a')
  })

  test('a service uses them from its next start, and says so in its log', async () => {
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'rollcall.db')}`
    const { log, stop } = await serveRollcall({ ...env(), DATABASE_URL })
    await stop()
    expect(log()).toContain("Time-zone rules: 2030b (the operating system's)")
  })
})
