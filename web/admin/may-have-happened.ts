import { ProblemError } from '../../client/client.ts'

/** Whether the service may have done what a request asked for, although the request failed. */
export const mayHaveHappened = (error: unknown) => !(error instanceof ProblemError) || error.status >= 500
