import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ReplyFilters } from '../src/contacts/replies/unhandled-reply.ts'
import { EntityChanges } from '../src/entities/entity.ts'
import { QuietHours } from '../src/messages/quiet-hours/quiet-hours.ts'
import { EndedVisits, VisitsToCome } from '../src/notifications/figures/visit-outcomes.ts'
import { VisitFilters } from '../src/notifications/lists/visit-filters.ts'
import { NextDay } from '../src/notifications/next-day/next-day.ts'
import { NotificationStatus } from '../src/notifications/status/status.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/words.md'), 'utf8')
const folder = join(root, 'src/platform/languages/en')
const catalogue = Object.fromEntries(
  readdirSync(folder).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
)

const cells = (column: number) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| word '))
    .flatMap((line) => [...line.split(' | ')[column]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!))

/** Follows a path such as `console.work.lists.no-show`: the file, then its groups; undefined where it leads nowhere. */
const textAt = (path: string) =>
  path.split('.').reduce<unknown>((group, name) => (group as Record<string, unknown> | undefined)?.[name], catalogue)

const members = (schema: { properties: object }) => Object.keys(schema.properties)
const fields = new Set([
  ...members(VisitsToCome).map((name) => `to_come.${name}`),
  ...members(EndedVisits).map((name) => `over.${name}`),
  ...[EntityChanges, QuietHours, NextDay, NotificationStatus.properties.deliveries.items].flatMap(members),
])
const parameters = [VisitFilters, ReplyFilters].flatMap(members)

describe('docs/words.md', () => {
  test('names texts that the pages have', () => {
    expect(cells(2).filter((path) => typeof textAt(path) !== 'string')).toEqual([])
  })

  test('names fields and parameters that the API has', () => {
    const unknown = cells(3).filter((code) =>
      code.includes('=')
        ? code.split('&').some((pair) => !parameters.includes(pair.split('=')[0]!))
        : !fields.has(code),
    )
    expect(unknown).toEqual([])
  })

  test('has each count of the figures', () => {
    const counts = [...fields].filter((one) => one.includes('.') && !one.endsWith('.visits'))
    expect(counts.filter((one) => !cells(3).includes(one))).toEqual([])
  })
})
