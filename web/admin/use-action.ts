import { useState } from 'preact/hooks'
import { type Client, ProblemError } from '../../client/client.ts'
import { connect } from '../shared/access/connect.ts'
import { useRefusal } from '../shared/access/refused.ts'
import { useTexts } from '../shared/language.tsx'

export interface Action<Result> {
  isRunning: boolean
  /** Why the last attempt failed, for people; undefined if it did not. */
  fault: string | undefined
  /** Resolves to undefined after a failure. */
  run(act: (client: Client) => Promise<Result>): Promise<Result | undefined>
}

/** An action of the service that a button starts. It has no retry: a creation whose response was lost may have happened.
 *  @param lost what to say without a response from the service; by default, that the action was not done
 *  @param onLost called without a response, to read again what the action may have changed */
export function useAction<Result>(
  token: string,
  lost?: string,
  onLost?: () => void,
  timeoutMs = 15_000,
): Action<Result> {
  const { say, fill } = useTexts('admin')
  const refuse = useRefusal()
  const [isRunning, setRunning] = useState(false)
  const [fault, setFault] = useState<string>()

  /** The service states its reasons in English. */
  function faultOf(error: unknown): string {
    if (mayHaveHappened(error)) return lost ?? say.failed
    if (!(error instanceof ProblemError) || error.status === 429) return say.failed
    if (error.status === 403) return say.notAllowed
    const reasons = error.errors.map(({ reason }) => reason)
    return fill(say.refused, { detail: reasons.length > 0 ? reasons.join('; ') : error.message })
  }

  return {
    isRunning,
    fault,
    async run(act) {
      setRunning(true)
      setFault(undefined)
      try {
        return await act(connect(token, { retries: 0, timeoutMs }))
      } catch (error) {
        refuse(error)
        setFault(faultOf(error))
        if (mayHaveHappened(error)) onLost?.()
        return undefined
      } finally {
        setRunning(false)
      }
    },
  }
}

/** Whether the service may have done what a request asked for, although the request failed. */
const mayHaveHappened = (error: unknown) => !(error instanceof ProblemError) || error.status >= 500
