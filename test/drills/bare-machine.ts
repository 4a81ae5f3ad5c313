import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const project = fileURLToPath(new URL('../..', import.meta.url))

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

/** Why a drill that needs a machine of its own does not run; empty if it does. */
export function reasonToSkip(...programs: string[]): string {
  if (!process.env.LONG_DRILLS) return ' (skipped: it takes minutes, and runs with LONG_DRILLS=1)'
  if (process.getuid!() !== 0) return ' (skipped: only root changes the root folder)'
  const missing = programs.filter((program) => !isInstalled(program))
  return missing.length > 0 ? ` (skipped: install ${missing.join(' and ')})` : ''
}

/** Runs a program to its end. Returns what it printed, and its status. */
export function run(program: string, args: string[], options: SpawnSyncOptions = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options })
  return { status, output: `${stdout}${stderr}` }
}

function succeed(program: string, ...args: string[]): string {
  const { status, output } = run(program, args)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${output}`)
  return output
}

/** Makes the smallest Debian of this machine's release, until the end of the test. */
export function bareMachine() {
  // Not in /tmp, which may forbid programs and devices.
  const root = mkdtempSync('/var/tmp/rollcall-bare-')
  onTestFinished(() => {
    run('umount', [join(root, 'proc')])
    rmSync(root, { recursive: true, force: true })
  })
  const [, codename] = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))!
  const mirrors = succeed('apt-get', 'indextargets', '--format', '$(CODENAME) $(REPO_URI)', 'Created-By: Packages')
  const [, mirror] = mirrors
    .split('\n')
    .find((line) => line.startsWith(`${codename} `))!
    .split(' ')
  succeed('debootstrap', '--variant=minbase', codename!, root, mirror!)
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  succeed('mount', '-t', 'proc', 'proc', join(root, 'proc'))
  const shell = (script: string) =>
    run('chroot', [
      root,
      '/usr/bin/env',
      '-i',
      'HOME=/root',
      'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      'PORT=0',
      'sh',
      '-c',
      script,
    ])
  return {
    root,
    shell,
    install(...packages: string[]) {
      const { status, output } = shell(
        `DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends ${packages.join(' ')}`,
      )
      if (status !== 0) throw new Error(output)
    },
  }
}

/** Copies the files of the project that Git knows, and the installed packages without the links that an older npm would not
 *  have. */
export function copyProject(folder: string) {
  const files = succeed('git', '-C', project, 'ls-files').trim().split('\n')
  for (const file of files) cpSync(join(project, file), join(folder, file))
  cpSync(join(project, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  rmSync(join(folder, 'node_modules/.bin/node'), { force: true })
}

/** Starts a program in another root folder, as a user. Returns its output so far, and the promise of its end. */
export function startIn(root: string, user: string, env: Record<string, string>, args: string[]) {
  // By its path: PATH is the one of the other root folder.
  const child = spawn('/usr/sbin/chroot', [`--userspec=${user}`, root, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { output: () => output, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}
