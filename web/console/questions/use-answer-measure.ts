import { type AnswerMeasure, ProblemError, type UnhandledReply } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { pause } from '../../shared/loading/pause.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { type ChangeFault, changeFaultOf } from '../change-fault.ts'

const settleAfterMs = 300

export interface Measured {
  /** How the latest text that was measured would be sent. */
  measure?: AnswerMeasure
  /** Why the address takes no answer. */
  fault?: ChangeFault
}

/** Asks the service how it would send an answer, when the typing pauses. Without a connection, the answer has no measure. */
export function useAnswerMeasure({ id }: UnhandledReply, text: string): Measured {
  const { entity } = useSignedIn().session
  const key = text === '' ? undefined : `${entity.id} ${id}`
  const { found, error } = useLoaded(
    key,
    async (client, signal) => {
      await pause(settleAfterMs, [signal, 'abort'])
      return client.measureAnswer(entity.id, id, text)
    },
    text,
  )
  if (error instanceof ProblemError && error.status === 409) return { fault: changeFaultOf(error) }
  return error === undefined && found ? { measure: found } : {}
}
