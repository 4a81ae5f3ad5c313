import { type Client, ProblemError } from '../../../client/client.ts'
import type { GrantedAccess } from './steps.ts'

export const readGrantedAccess = async (client: Client): Promise<GrantedAccess> => ({
  accessTokens: await Array.fromAsync(client.accessTokens()),
  hasRules: await client.accessRules().then(
    ({ resource }) => resource.length > 0,
    (error) => {
      // An administrator of some clinics has access already.
      if (error instanceof ProblemError && error.code === 'all-entities-required') return true
      throw error
    },
  ),
})
