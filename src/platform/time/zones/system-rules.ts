import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTzif } from './tzif.ts'
import type { RulesSource, ZoneRules } from './zone-rules.ts'

/** The folder of the operating system's rules. Other programs read the same variable. */
const systemFolder = () => process.env.TZDIR || '/usr/share/zoneinfo'

/** The rules of the operating system: a TZif file for each zone. Returns undefined if the system has none, or none whose version
 *  is known. */
export function systemRules(folder = systemFolder()): RulesSource | undefined {
  const source = readText(join(folder, 'tzdata.zi')) ?? ''
  const version = /^# version (\d{4}[a-z]+)/.exec(source)?.[1] ?? versionOf(readText(join(folder, '+VERSION')))
  return version === undefined ? undefined : { name: 'system', version, read: (zone) => readZone(folder, source, zone) }
}

// macOS has this file.
const versionOf = (text = '') => /^\d{4}[a-z]+/.exec(text)?.[0]

/** Debian keeps old names, such as Canada/Central, in a package of their own. `tzdata.zi` has all of them. */
function readZone(folder: string, source: string, zone: string): ZoneRules | undefined {
  if (!isName(zone)) return undefined
  const target = new RegExp(`^L (\\S+) ${zone.replace('+', '\\+')}$`, 'm').exec(source)?.[1]
  const file = readBytes(join(folder, zone)) ?? (target === undefined ? undefined : readBytes(join(folder, target)))
  if (!file) return undefined
  try {
    return readTzif(file)
  } catch {
    // A damaged file: another source knows the zone.
    return undefined
  }
}

/** Other files, such as localtime and right/UTC (with leap seconds), begin with a small letter. */
const isName = (zone: string) => /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(zone)

const readText = (path: string) => readBytes(path)?.toString('utf8')

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
