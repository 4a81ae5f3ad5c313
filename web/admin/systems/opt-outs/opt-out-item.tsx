import { useRef, useState } from 'preact/hooks'
import type { OptOut } from '../../../../client/client.ts'
import type { Session } from '../../../access/session.ts'
import type { ClinicTime } from '../../../clinic-time.ts'
import { textOf, useFormat, useWords } from '../../../language.tsx'
import { useAction } from '../../use-action.ts'
import { Question } from '../question.tsx'

interface Props {
  session: Session
  optOut: OptOut
  time: ClinicTime
  canChange: boolean
  onLift: () => void
}

/** An address without messages, why and since when. */
export function OptOutItem({ session: { token, entity }, optOut, time, canChange, onLift }: Props) {
  const say = useWords('admin-systems').optOuts
  const { channels } = useWords('console')
  const fill = useFormat()
  const { isRunning, fault, run } = useAction<void>(token)
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { channel, uid, reason, opted_out_at: since } = optOut
  const facts = [
    textOf(channels, channel) ?? channel,
    textOf(say.reasons, reason) ?? reason,
    fill(say.since, { at: time.moment(since) }),
  ]
  return (
    <li>
      <div class="opt-out">
        <p>
          <b dir="ltr">{uid}</b>
          <span class="hint">{facts.join(' · ')}</span>
        </p>
        {canChange && (
          <button
            type="button"
            ref={opener}
            aria-label={fill(say.liftOf, { address: uid })}
            aria-expanded={isAsking}
            onClick={() => setAsking(!isAsking)}
          >
            {say.lift}
          </button>
        )}
      </div>
      {isAsking && (
        <Question
          question={fill(reason === 'not-me' ? say.askNotMe : say.ask, { address: uid })}
          yes={say.yes}
          isRunning={isRunning}
          onYes={() =>
            run(async (client) => {
              await client.setOptOut(entity.id, { channel, uid, opted_out: false })
              onLift()
            })
          }
          onCancel={() => {
            setAsking(false)
            opener.current?.focus()
          }}
        />
      )}
      <p class="fault" role="alert">
        {fault}
      </p>
    </li>
  )
}
