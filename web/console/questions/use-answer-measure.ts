import { useEffect, useState } from 'preact/hooks'
import { type AnswerMeasure, ProblemError, type UnhandledReply } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { type ChangeFault, changeFaultOf } from '../change-fault.ts'

const settleAfterMs = 300

export interface Measured {
  /** How the latest text that was measured would be sent. */
  measure?: AnswerMeasure
  /** Why the address takes no answer. */
  fault?: ChangeFault
}

/** Asks the service how it would send an answer, when the typing pauses. Without a connection, the answer has no measure. */
export function useAnswerMeasure({ token, entity }: Session, { id }: UnhandledReply, text: string): Measured {
  const [measured, setMeasured] = useState<Measured>({})
  useEffect(() => {
    if (text === '') return setMeasured({})
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 1 })
    const measure = () =>
      client.measureAnswer(entity.id, id, text).then(
        (measure) => setMeasured({ measure }),
        (error) => {
          if (ending.signal.aborted) return
          const isRefused = error instanceof ProblemError && error.status === 409
          setMeasured(isRefused ? { fault: changeFaultOf(error) } : {})
        },
      )
    const timer = setTimeout(measure, settleAfterMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [token, entity.id, id, text])
  return measured
}
