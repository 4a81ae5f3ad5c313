import type { Command } from 'commander'
import { settings } from '../channels/configuration.ts'
import type { EnvFile } from './env-file.ts'

const ours = [
  ...Object.keys(settings),
  ...['ROLLCALL_URL', 'ROLLCALL_TOKEN_FILE', 'ROLLCALL_TOKEN', 'COPY_FROM', 'COPY_TO'],
]

// Node, its libraries, PostgreSQL's client and the system read these.
const others =
  /^(NODE_|PG|ICU_|UV_|OPENSSL_|SSL_|LC_|LD_|MALLOC_)|^(LANG|TZ|TZDIR|PATH|HOME|TMPDIR|NO_COLOR|(https?|all|no)_proxy)$/i

/** Returns a warning for each variable in an --env-file that nothing reads. Never contains the value. */
export function unreadVariables(command: Command): string[] {
  const { envFile = [] } = command.optsWithGlobals<{ envFile?: EnvFile[] }>()
  return envFile.flatMap(({ file, names }) =>
    names.filter((name) => !ours.includes(name) && !others.test(name)).map((name) => `${file}: nothing reads ${name}`),
  )
}
