import type { Command } from 'commander'
import { settings } from '../channels/configuration.ts'
import type { EnvFile } from './env-file.ts'

const ours = [
  ...Object.keys(settings),
  ...['ROLLCALL_URL', 'ROLLCALL_TOKEN_FILE', 'ROLLCALL_TOKEN', 'COPY_FROM', 'COPY_TO'],
]

// Node, its libraries, PostgreSQL's client and the system read these.
const others =
  /^(NODE_|PG|ICU_|UV_|OPENSSL_|SSL_|LC_|LD_|MALLOC_)|^(LANG|TZ|PATH|HOME|TMPDIR|NO_COLOR|(https?|all|no)_proxy)$/i

/** Returns a warning for each variable in an --env-file that nothing reads. Never contains the value. */
export function unreadVariables(command: Command): string[] {
  const { envFile = [] } = command.optsWithGlobals<{ envFile?: EnvFile[] }>()
  return envFile.flatMap(({ file, names }) =>
    names
      .filter((name) => !ours.includes(name) && !others.test(name))
      .map((name) => `${file}: nothing reads ${name}${suggestion(name)}`),
  )
}

function suggestion(name: string) {
  const [nearest] = ours
    .map((known) => ({ known, edits: distance(name.toUpperCase(), known) }))
    .sort((a, b) => a.edits - b.edits)
  return nearest!.edits <= maxEdits ? ` (did you mean ${nearest!.known}?)` : ''
}

// Two swapped letters count as two edits.
const maxEdits = 2

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}
