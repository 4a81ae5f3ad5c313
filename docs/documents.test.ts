import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import direction from '../checks/levels.json' with { type: 'json' }
import { maxLogoBytes } from '../src/entities/max-logo-bytes.ts'
import { largeBodyBytes, serverLimits } from '../src/platform/http/limits.ts'

const { levels } = direction
const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const guides = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/{*,running/*,using/*}.md', { cwd: root })]

/** The limits, recommendations and thresholds that documents state. They are no measurements. */
const limits = new Map([
  [`${serverLimits.bodyLimit / 2 ** 20} MiB`, 'the limit of a body'],
  [`${largeBodyBytes / 1024} KiB`, 'the size from which bodies wait for each other'],
  ['1 MiB', 'the limit of a line of a history file'],
  [`${maxLogoBytes / 1024} KiB`, 'the limit of a logo'],
  ['0.25 s', 'an alert: people wait at the desk'],
  ['0.1 s', 'an alert: the disk is slow'],
  ['1.2 GB', 'an alert: the memory of a process'],
  ['1 GB', 'the disk space to allow for WAL'],
])

const figure = /\d[\d,.]*(?:\s?(?:µs|ms|[kMG]i?B)\b|\s?×(?! ?\d)|\/s\b)|\d+\.\d+ s\b/g

const figuresOf = (text: string) => [...text.matchAll(figure)].map(([found]) => found)

const benchmark = read('bench/README.md')
const measured = new Set(figuresOf(benchmark))

describe('the documents', () => {
  test('state figures of speed and size only if the benchmark has them', () => {
    const stray = guides.flatMap((file) =>
      figuresOf(read(file))
        .filter((text) => !limits.has(text) && !measured.has(text))
        .map((text) => `${file}: ${text}`),
    )
    expect(stray).toEqual([])
  })

  test('name only files and folders that exist', () => {
    const missing = [...guides, 'bench/README.md'].flatMap((file) =>
      [...read(file).matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|tsx|js|mjml|html|sql))?)`/g)]
        .map(([, path]) => path!)
        // A path in capitals stands for several.
        .filter((path) => !/[A-Z]{3}/.test(path))
        .filter((path) => !['', 'src', 'bench', 'web'].some((folder) => existsSync(join(root, folder, path))))
        .map((path) => `${file}: ${path}`),
    )
    expect(missing).toEqual([])
  })
})

test('the README has what src/ contains on the levels that the direction check has', () => {
  const rows = [...read('README.md').matchAll(/^\| (\d) \| ([^|]+) \|/gm)]
  const shown = Map.groupBy(
    rows.flatMap(([, level, cell]) => [...cell!.matchAll(/`([a-z]+)\/?`/g)].map(([, name]) => ({ level, name }))),
    ({ level }) => level!,
  )
  expect([...shown.values()].map((level) => level.map(({ name }) => name)).toReversed()).toEqual(levels)
  expect(
    readdirSync(join(root, 'src'))
      .map((name) => name.replace('.ts', ''))
      .sort(),
  ).toEqual(levels.flat().sort())
})

test('the interface has each section that a comment cites', () => {
  const sources = globSync('{src,client,test}/**/*.ts', { cwd: root })
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/\b[Ss]pec (\d(?:\.\d)?)/g)].map(([, section]) => section!),
  )
  expect(cited).toContain('4.2')
  const headings = [...read('docs/interface.md').matchAll(/^#+ (\d(?:\.\d)?)\.? /gm)].map(([, section]) => section!)
  expect(cited.filter((section) => !headings.includes(section))).toEqual([])
})

test('links between documents lead to files and sections that exist', () => {
  const anchorsOf = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\d _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  const linked = [...guides, 'bench/README.md', ...globSync('docs/{decisions,integrate}/*.md', { cwd: root })]
  const broken = linked.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? join(file, '..', path) : file
        return !existsSync(join(root, target)) || (anchor && !anchorsOf(target).includes(anchor))
      })
      .map(([link]) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('each section of the benchmark with figures has the date of its measurement', () => {
  const [, last] = benchmark.split('## Last figures')
  const sections = last!.split('\n## ')[0]!.split('\n### ').slice(1)
  expect(sections.length).toBeGreaterThan(5)
  const undated = sections.filter((text) => figuresOf(text).length > 0 && !/\b20\d\d-\d\d-\d\d\b/.test(text))
  expect(undated.map((text) => text.split('\n')[0])).toEqual([])
})
