import type { Webhook } from '../../../../client/client.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useTexts } from '../../../shared/language.tsx'
import { Details } from '../../../shared/look/details.tsx'
import { StateBadge } from '../../../shared/look/state-badge.tsx'
import { Outcome } from './attempt-outcome.tsx'
import { useKindNames } from './kind-names.ts'
import { outcomeOfDisabled } from './outcome.ts'
import { stateOf, states } from './webhook-state.ts'

interface Props {
  webhook: Webhook
}

/** The address of a webhook, its state, and what it gets. */
export function WebhookFacts({ webhook }: Props) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('admin-systems', 'webhooks')
  const { nameOf } = useKindNames()
  const { url, kinds, full, position, resend, last_attempt: last, previous_secret_until: until } = webhook
  const state = stateOf(webhook)
  return (
    <>
      <div class="head">
        <h3 dir="ltr">{url}</h3>
        <StateBadge state={states[state].look} text={say.states[state]} />
      </div>
      <Trouble webhook={webhook} />
      <Details
        lines={[
          { label: say.kinds, value: kinds ? kinds.map(nameOf).join(' · ') : say.allKinds },
          { label: say.contents, value: full ? say.whole : say.thin },
          {
            label: say.latest,
            value: last ? (
              <>
                {time.moment(last.at)}: <Outcome outcome={last} />
              </>
            ) : (
              say.noAttempt
            ),
          },
          {
            label: say.position,
            value: [fill(say.upTo, { position }), ...(resend ? [fill(say.resending, resend)] : [])].join(' · '),
          },
          {
            label: say.added,
            value: (
              <>
                <bdi>{webhook.created_by}</bdi> · <bdi>{time.moment(webhook.created_at)}</bdi>
              </>
            ),
          },
        ]}
      />
      {until !== undefined && Date.parse(until) > Date.now() && (
        <p class="hint">{fill(say.overlap, { at: time.moment(until) })}</p>
      )}
    </>
  )
}

/** Why no event is posted now. */
function Trouble({ webhook: { disabled, failures, next_attempt_at: next, last_attempt: last } }: Props) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('admin-systems', 'webhooks')
  if (disabled) {
    return (
      <p class="trouble">
        {fill(say.disabledSince, { at: time.moment(disabled.at), count: failures })}{' '}
        <Outcome outcome={outcomeOfDisabled(disabled.reason)} />
      </p>
    )
  }
  if (failures === 0 || next === undefined) return null
  return (
    <p class="trouble">
      {fill(say.next, { at: time.moment(next), count: failures })} {last && <Outcome outcome={last} />}
    </p>
  )
}
