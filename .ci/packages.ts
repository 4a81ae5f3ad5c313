// Checks what the lock files of the given folders would install: node .ci/packages.ts . bench checks
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that allow a clinic to run the package, and us to ship it unchanged. */
const licences = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0', 'MPL-2.0'],
  // Of the holidays, whose source the page names, and of a package below them.
  ...['(ISC AND CC-BY-3.0)', 'PSF-2.0'],
  // Of the font, which the pages serve together with the text of this licence.
  'OFL-1.1',
  // Of data that the compiler of mails reads. We ship none of it.
  ...['CC-BY-4.0', 'CC0-1.0', 'MIT (http://mootools.net/license.txt)'],
  ...['Python-2.0', '(MIT AND Zlib)', '(MIT OR CC0-1.0)', '(MIT OR EUPL-1.1+)', 'MIT OR Apache-2.0', 'Unlicense'],
]

/** Packages whose manifest has an older form of the licence, which lock files omit. All of them are MIT. */
const olderForm = [
  ...['compute-gcd@1.2.1', 'compute-lcm@1.1.2', 'reserved@0.1.2', 'validate.io-function@1.0.2'],
  ...['validate.io-integer@1.0.5', 'validate.io-integer-array@1.0.0', 'validate.io-number@1.0.3'],
]

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  /** The packages whose install scripts were reviewed. */
  allowScripts?: Record<string, boolean>
}

interface Locked {
  version: string
  integrity?: string
  resolved?: string
  license?: string
  hasInstallScript?: boolean
}

const read = <T>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as T

function faultsOf(folder: string): string[] {
  const manifest = read<Manifest>(folder, 'package.json')
  const { packages } = read<{ packages: Record<string, Locked> }>(folder, 'package-lock.json')
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  const isOff = readFileSync(join(folder, '.npmrc'), 'utf8').split('\n').includes('ignore-scripts=true')
  return [
    ...(isOff ? [] : ['.npmrc must have the line ignore-scripts=true.']),
    ...absent(manifest, packages),
    ...installed.flatMap(([path, locked]) => faults(manifest, nameOf(path), locked)),
  ]
}

/** npm can drop packages of other platforms from the lock file. */
function absent({ dependencies, devDependencies, optionalDependencies }: Manifest, packages: Record<string, Locked>) {
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter((name) => !packages[`node_modules/${name}`])
    .map((name) => `${name} is in package.json, but not in package-lock.json. Add it again with npm install.`)
}

function faults({ allowScripts = {} }: Manifest, name: string, locked: Locked): string[] {
  const { version, integrity, resolved, license, hasInstallScript } = locked
  const isReviewed = name in allowScripts || `${name}@${version}` in allowScripts
  return [
    !integrity && 'has no integrity hash. Install it from the registry.',
    resolved && 'names a registry. Install it with the .npmrc of this project.',
    hasInstallScript && !isReviewed && `has an install script. Read it, then run "npm install-scripts deny ${name}".`,
    !licences.includes(license ?? '') &&
      !olderForm.includes(`${name}@${version}`) &&
      `has the licence ${license ?? '(none)'}. Remove it, or add the licence to .ci/packages.ts.`,
  ].flatMap((fault) => (fault ? [`${name}@${version} ${fault}`] : []))
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const found = process.argv.slice(2).flatMap((folder) => faultsOf(folder).map((fault) => `${folder}: ${fault}`))
for (const fault of found) console.error(fault)
console.error(
  found.length > 0
    ? `Problems with packages: ${found.length}.`
    : 'Packages: hashes, install scripts and licences are in order.',
)
process.exitCode = found.length > 0 ? 1 : 0
