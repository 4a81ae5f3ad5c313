import { ProblemError } from '../../../client/client.ts'
import { useRead } from '../../access/use-read.ts'
import type { Standing } from './steps.ts'

/** @param version another one reads again */
export const useStanding = (token: string, version: number): Standing | undefined =>
  useRead(token, `standing ${version}`, async (client) => ({
    accessTokens: await Array.fromAsync(client.accessTokens()),
    hasRules: await client.accessRules().then(
      ({ resource }) => resource.length > 0,
      (error) => {
        // An administrator of some clinics has access already.
        if (error instanceof ProblemError && error.code === 'all-entities-required') return true
        throw error
      },
    ),
  }))
