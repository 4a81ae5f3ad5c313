import { useState } from 'preact/hooks'
import { type NotificationStatus, ProblemError } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { changeFaultOf } from '../change-fault.ts'
import type { Claims } from './use-claims.ts'
import './calls.css'

interface Props {
  claims: Claims
  visit: NotificationStatus
}

/** Shows the claim of the entry, with buttons to claim and release it. */
export function ClaimLine({ claims, visit }: Props) {
  const { time } = useSignedIn()
  const { calls: say, faults } = useWords('work')
  const { fill } = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const claim = claims.of(visit.id)

  async function act(make: () => Promise<unknown>) {
    setBusy(true)
    setFailure(await make())
    setBusy(false)
  }

  const state = claim === undefined ? 'free' : claim.is_own ? 'own' : 'others'
  return (
    <div class={`claim ${state}`} role="status">
      {claim && <span>{claim.is_own ? say.own : fill(say.others, { name: claim.by, at: time.time(claim.at) })}</span>}
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        onClick={() =>
          act(() => (state === 'own' ? claims.release(visit.id) : claims.claim(visit, state === 'others')))
        }
      >
        {say.claim[state]}
      </button>
      {failure !== undefined && state !== 'own' && (
        <span class="fault">
          {failure instanceof ProblemError && failure.code === 'claimed'
            ? say.justClaimed
            : faults[changeFaultOf(failure)]}
        </span>
      )}
    </div>
  )
}
