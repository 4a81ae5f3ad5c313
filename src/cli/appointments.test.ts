import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { csvFile, line, mapping } from '../../test/csv-file.ts'
import { entity } from '../../test/history.ts'
import { startRollcall } from '../../test/process.ts'
import { type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { emptyReport } from '../systems/sources/csv/report.ts'
import { watchFolder } from './watch-folder.ts'

/** Returns a function that runs `rollcall appointments`, which reads the input. */
async function submitting({ listen, token }: Rollcall) {
  const service = ['--url', await listen(), '--token', token]
  return (file: string, input: string, ...options: string[]) =>
    runCommand(['appointments', 'clinica-lisboa', file, ...service, ...options], {}, input)
}

const counts = (rows: number, created: number, unchanged: number, faulty: number) =>
  `rows       ${rows}\ncreated    ${created}\nunchanged  ${unchanged}\nupdated    0\nmoved      0\nstale      0\nfaulty     ${faulty}\n`

describe('appointments', () => {
  serviceTest('submits a file by a stored mapping or one in a file, and prints counts and faults', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put('/v1/mappings/clinica-lisboa/agenda', mapping)
    const appointments = await submitting(rollcall)
    const text = csvFile(line(), line({ Id: 'A-2', Hora: '25:00' }), 'x')
    const [mappingFile, file] = ['mapping.json', 'agenda.csv'].map((name) => join(rollcall.folder, name))
    writeFileSync(mappingFile!, JSON.stringify(mapping))
    writeFileSync(file!, text)
    const faults =
      'line 3, column Hora: is not a time of the day\nline 4, column Utente: is missing: the row has 1 cells, and the header 9\n'
    const dry = 'Dry run: nothing was stored or sent. A real run would have this result.\n'
    expect(await appointments('-', text, '--mapping', 'agenda', '--dry-run')).toEqual({
      code: 1,
      stdout: counts(3, 1, 0, 2),
      stderr: dry + faults,
    })
    expect(await appointments(file!, '', '--mapping', mappingFile!)).toEqual({
      code: 1,
      stdout: counts(3, 1, 0, 2),
      stderr: faults,
    })
    const again = await appointments('-', csvFile(line()), '--mapping', 'agenda')
    expect(again).toEqual({ code: 0, stdout: counts(1, 0, 1, 0), stderr: '' })
    const json = JSON.parse((await appointments('-', text, '--mapping', 'agenda', '--json')).stdout)
    expect(json).toMatchObject({ rows: 3, faulty: 2, complete: true })
    const cut = await appointments('-', text.slice(0, -3).replace('25:00', '"'), '--mapping', 'agenda')
    expect(cut.stderr).toMatch(/^line 3: has an opening .*\nThe file was not read to its end\.\n$/)
  })

  serviceTest('rejects wrong usage with the exit code 2, and says what is wrong with a mapping', async (rollcall) => {
    await rollcall.given(entity())
    const appointments = await submitting(rollcall)
    expect(await appointments('-', '')).toMatchObject({ code: 2 })
    const both = await appointments('-', '', '--mapping', 'x', '--watch', rollcall.folder)
    expect(both).toMatchObject({ code: 2, stderr: 'Name a file, or a folder with --watch.\n' })
    expect(await appointments('-', '', '--mapping', 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('mapping-not-found'),
    })
    expect(await appointments('-', '', '--mapping', './x')).toMatchObject({
      code: 1,
      stderr: './x is neither a file nor the name of a mapping.\n',
    })
    expect(await appointments('./none.csv', '', '--mapping', 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('./none.csv does not exist.'),
    })
    const broken = join(rollcall.folder, 'broken.json')
    writeFileSync(broken, JSON.stringify({ ...mapping, fields: { foo: 'x' } }))
    expect((await appointments('-', '', '--mapping', broken)).stderr).toContain('/fields/foo: is unknown')
  })
})

describe('a watched folder', () => {
  serviceTest(
    'moves each file to done/ or failed/ with its report, also one that a killed process left in importing/',
    async (rollcall) => {
      await rollcall.given(entity())
      const folder = join(rollcall.folder, 'inbox')
      mkdirSync(folder)
      const mappingFile = join(rollcall.folder, 'mapping.json')
      writeFileSync(mappingFile, JSON.stringify(mapping))
      const service = ['--url', await rollcall.listen(), '--token', rollcall.token]
      const watch = () =>
        startRollcall(['appointments', 'clinica-lisboa', '--watch', folder, '--mapping', mappingFile, ...service])
      const put = (name: string, text: string) => {
        writeFileSync(join(folder, `${name}.new`), text)
        renameSync(join(folder, `${name}.new`), join(folder, name))
      }
      writeFileSync(join(folder, '.hidden.csv'), csvFile(line({ Id: 'hidden' })))
      writeFileSync(join(folder, 'notes.md'), 'x')
      const rowsOf = (from: number) => Array.from({ length: 40 }, (_, index) => line({ Id: `A-${from + index}` }))
      for (let number = 0; number < 5; number++) put(`agenda-${number}.csv`, csvFile(...rowsOf(number * 40)))
      mkdirSync(join(folder, 'importing'))
      renameSync(join(folder, 'agenda-1.csv'), join(folder, 'importing', 'agenda-1.csv'))
      put('faulty.txt', csvFile(line({ Id: 'B-1' }), line({ Id: 'B-2', Hora: 'x' })))

      const last = watch()
      const names = () => [...readdirSync(join(folder, 'done')), ...readdirSync(join(folder, 'failed'))]
      const isDone = () => names().filter((name) => /\.(csv|txt)$/.test(name)).length
      await expect.poll(isDone).toBe(6)
      put('agenda-0.csv', csvFile(...rowsOf(0)))
      await expect.poll(() => existsSync(join(folder, 'done', 'agenda-0.2.csv'))).toBe(true)
      let notes = ''
      last.stderr!.on('data', (data) => (notes += data))
      put('header.csv', csvFile(line()).replace('Email', 'Mail'))
      put('one.csv', csvFile(line({ Hora: 'x' })))
      await expect
        .poll(() => notes)
        .toContain('one.csv: 1 row, 1 with faults. First fault: line 2, column Hora: must be')
      expect(notes).toContain(
        'header.csv: 0 rows, 0 with faults. First fault: line 1, column Email: is not in the header.',
      )
      const exit = once(last, 'exit')
      last.kill('SIGTERM')
      expect(await exit).toEqual([0, null])

      expect(readdirSync(folder).sort()).toEqual(['.hidden.csv', 'done', 'failed', 'importing', 'notes.md'])
      expect(readdirSync(join(folder, 'importing'))).toEqual([])
      expect(readdirSync(join(folder, 'failed'))).toEqual(
        ['faulty.txt', 'header.csv', 'one.csv'].flatMap((name) => [name, `${name}.report.json`]),
      )
      const reportOf = (path: string) => JSON.parse(readFileSync(join(folder, `${path}.report.json`), 'utf8'))
      expect(reportOf('failed/faulty.txt')).toMatchObject({
        file: 'faulty.txt',
        rows: 2,
        faulty: 1,
        faults: [{ line: 3, column: 'Hora' }],
      })
      expect(reportOf('done/agenda-0.2.csv').outcomes).toMatchObject({ created: 0, unchanged: 40 })
      for (let number = 0; number < 5; number++) expect(reportOf(`done/agenda-${number}.csv`).rows).toBe(40)
      const stored = await rollcall.database.selectFrom('notifications').select('external_id').execute()
      expect(new Set(stored.map(({ external_id }) => external_id)).size).toBe(201)
      expect(stored).toHaveLength(201)
    },
  )

  /** Watches the folder with the file until its second submission. */
  async function watchTwice(
    { folder: parent }: Rollcall,
    text: string,
    meanwhile: (folder: string, path: string) => void,
  ) {
    const folder = join(parent, 'inbox')
    mkdirSync(folder)
    writeFileSync(join(folder, 'agenda.csv'), text)
    const read: string[] = []
    const stopping = new AbortController()
    const submit = async (path: string) => {
      read.push(readFileSync(path, 'utf8'))
      if (read.length === 1) meanwhile(folder, path)
      else stopping.abort()
      return emptyReport()
    }
    await watchFolder(folder, submit, stopping.signal)
    return { folder, read }
  }

  serviceTest('takes a file that replaces another one while that one is imported', async (rollcall) => {
    const { folder, read } = await watchTwice(rollcall, 'older', (inbox) => {
      writeFileSync(join(inbox, 'agenda.csv'), 'newer')
    })
    expect(read).toEqual(['older', 'newer'])
    const done = ['agenda.csv', 'agenda.2.csv'].map((name) => readFileSync(join(folder, 'done', name), 'utf8'))
    expect(done).toEqual(['older', 'newer'])
  })

  serviceTest('reads a file again that was written while it was read', async (rollcall) => {
    const { read } = await watchTwice(rollcall, 'a', (_inbox, path) => appendFileSync(path, 'b'))
    expect(read).toEqual(['a', 'ab'])
  })

  serviceTest('names each file that it cannot take, and takes those behind it', async (rollcall) => {
    await rollcall.given(entity())
    const folder = join(rollcall.folder, 'inbox')
    mkdirSync(folder)
    const latin1 = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xe9]), Buffer.from('.csv')])
    for (const path of [latin1, join(folder, 'a\nb.csv'), join(folder, `${'a'.repeat(240)}.csv`)])
      writeFileSync(path, csvFile(line()))
    symlinkSync('z.csv', join(folder, 'link.csv'))
    writeFileSync(join(folder, 'z.csv'), csvFile(line()))
    const mappingFile = join(rollcall.folder, 'mapping.json')
    writeFileSync(mappingFile, JSON.stringify(mapping))
    const service = ['--url', await rollcall.listen(), '--token', rollcall.token]
    const watching = startRollcall([
      ...['appointments', 'clinica-lisboa', '--watch', folder, '--mapping', mappingFile, ...service],
    ])
    let notes = ''
    watching.stderr!.on('data', (text) => (notes += text))
    await expect.poll(() => readdirSync(folder)).toContain('done')
    await expect.poll(() => readdirSync(join(folder, 'done'))).toContain('z.csv')
    watching.kill('SIGTERM')
    await once(watching, 'exit')
    expect(notes.match(/is ignored/g)).toHaveLength(4)
  })
})
