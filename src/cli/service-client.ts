import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { type Client, createClient, ProblemError } from '../../client/client.ts'
import { CommandFailure } from './terminal.ts'

interface ServiceOptions {
  url: string
  token?: string
  tokenFile?: string
}

/** Adds the options for the service's address and the access token. */
export const addServiceOptions = (command: Command) =>
  command
    .addOption(new Option('--url <url>', "the service's address").env('ROLLCALL_URL').default('http://127.0.0.1:8080'))
    .addOption(new Option('--token-file <file>', 'a file with an access token').env('ROLLCALL_TOKEN_FILE'))
    .addOption(
      new Option(
        '--token <token>',
        'an access token; other users of this machine can see it while the command runs',
      ).env('ROLLCALL_TOKEN'),
    )

/** Calls `use` with a client of the service. Turns a problem into a command failure with the service's text. */
export async function withClient<T>(command: Command, use: (client: Client) => Promise<T>): Promise<T> {
  const { url } = command.opts<ServiceOptions>()
  const token = readToken(command)
  if (!token) throw new CommandFailure('No access token. Set --token-file, ROLLCALL_TOKEN_FILE or ROLLCALL_TOKEN.')
  if (/\s/.test(token)) throw new CommandFailure('The access token contains white space. Pass only the token.')
  if (!/^https?:\/\//.test(url)) throw new CommandFailure(`--url must begin with http:// or https:// (got ${url}).`)
  try {
    return await use(createClient({ url, token }))
  } catch (error) {
    if (error instanceof TypeError) {
      throw new CommandFailure(
        `${error.message}. Is the service running? Start it with "rollcall serve", or set its address with --url.`,
      )
    }
    if (!(error instanceof ProblemError)) throw error
    const faults = error.errors.map(({ parameter, reason }) => `\n  ${parameter}: ${reason}`)
    const members = Object.entries(error.members).map(([name, value]) => `\n  ${name}: ${value}`)
    const details = [...members, ...faults].join('')
    throw new CommandFailure(`${error.message} (${error.code}, request ${error.requestId})${details}`)
  }
}

/** Options take precedence over the environment, and a token over a token file. */
function readToken(command: Command): string | undefined {
  const { token, tokenFile } = command.opts<ServiceOptions>()
  const isOption = (name: keyof ServiceOptions) => command.getOptionValueSource(name) === 'cli'
  if (tokenFile && (!token || (isOption('tokenFile') && !isOption('token')))) {
    return readFileSync(tokenFile, 'utf8').trim()
  }
  return token
}
