import { createLink } from '../../src/access/first-start/link.ts'
import { bootRollcall } from '../rollcall.ts'

/** Boots the service as it is after the installation, without any access token. */
export async function installed() {
  const rollcall = await bootRollcall()
  const { database, clock } = rollcall
  await database.deleteFrom('access_tokens').execute()
  return {
    ...rollcall,
    newLink: () => createLink(database, clock),
    accounts: () => database.selectFrom('accounts').select('name').execute(),
  }
}
