// Writes the table of settings into docs/running/configuration.md: npm run docs
import { readFileSync, writeFileSync } from 'node:fs'
import { settings } from '../src/channels/configuration.ts'

export const configurationMd = new URL('running/configuration.md', import.meta.url)

const [begin, end] = ['<!-- configuration -->', '<!-- /configuration -->']

/** The text with the table between its two markers. */
export function withTable(text: string): string {
  const [before, rest] = text.split(begin)
  const [, after] = rest!.split(end)
  return `${before}${begin}\n\n${table()}\n\n${end}${after}`
}

function table() {
  const rows = Object.entries(settings).map(([name, { description, expects, default: value, unset }]) => [
    `\`${name}\``,
    description,
    expects,
    value === undefined ? unset : `\`${value}\``,
  ])
  const header = ['variable', 'what it sets', 'value', 'default']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (import.meta.main) writeFileSync(configurationMd, withTable(readFileSync(configurationMd, 'utf8')))
