import { useId } from 'preact/hooks'
import type { OptOut } from '../../../../client/client.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../../shared/language.tsx'
import { AskingButton } from '../../question.tsx'
import { useAction } from '../../use-action.ts'

interface Props {
  optOut: OptOut
  canChange: boolean
  onLift: () => void
}

/** An address without messages, why and since when. */
export function OptOutItem({ optOut, canChange, onLift }: Props) {
  const {
    session: { token, entity },
    time,
  } = useSignedIn()
  const { say, fill } = useTexts('admin-systems', 'optOuts')
  const { channels } = useWords('console')
  const lifting = useAction<void>(token)
  const id = useId()
  const { channel, uid, reason, opted_out_at: since } = optOut
  const facts = [
    textOf(channels, channel) ?? channel,
    textOf(say.reasons, reason) ?? reason,
    fill(say.since, { at: time.moment(since) }),
  ]
  return (
    <li>
      <p>
        <b id={id} dir="ltr">
          {uid}
        </b>
        <span class="hint">{facts.join(' · ')}</span>
      </p>
      {canChange && (
        <AskingButton
          label={say.lift}
          describedBy={id}
          text={fill(reason === 'not-me' ? say.askNotMe : say.ask, { address: uid })}
          yes={say.yes}
          action={lifting}
          onYes={() =>
            lifting.run(async (client) => {
              await client.setOptOut(entity.id, { channel, uid, opted_out: false })
              onLift()
            })
          }
        />
      )}
    </li>
  )
}
