import { type Command, Option } from 'commander'
import { type Client, createClient, ProblemError } from '../../client/client.ts'
import { CommandFailure } from './console.ts'

interface ServiceOptions {
  url: string
  token?: string
}

/** Adds the options that say which service a command talks to, and as whom. */
export const onService = (command: Command) =>
  command
    .addOption(new Option('--url <url>', "the service's address").env('ROLLCALL_URL').default('http://127.0.0.1:8080'))
    .addOption(new Option('--token <token>', 'an access token').env('ROLLCALL_TOKEN'))

/** Runs `use` with a client of that service; what the service answers to a bad request is told in its words. */
export async function withClient<T>(command: Command, use: (client: Client) => Promise<T>): Promise<T> {
  const { url, token } = command.opts<ServiceOptions>()
  if (!token) throw new CommandFailure('Give an access token by --token or ROLLCALL_TOKEN.')
  try {
    return await use(createClient({ url, token }))
  } catch (error) {
    if (error instanceof TypeError) {
      throw new CommandFailure(
        `${error.message}. Is the service running? "npm start" starts it; --url says where it is.`,
      )
    }
    if (!(error instanceof ProblemError)) throw error
    const faults = error.errors.map(({ parameter, reason }) => `\n  ${parameter}: ${reason}`)
    const told = Object.entries(error.members).map(([name, value]) => `\n  ${name}: ${value}`)
    const details = [...told, ...faults].join('')
    throw new CommandFailure(`${error.message} (${error.code}, request ${error.requestId})${details}`)
  }
}
