import { type Client, ProblemError } from '../../../client/client.ts'
import type { Standing } from './steps.ts'

export const readStanding = async (client: Client): Promise<Standing> => ({
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
