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
  /** Whether the entry shows all of its actions. */
  isOpen: boolean
  /** Called when the user begins a call. */
  onCall: () => void
}

/** Shows the claim of the entry, with buttons to claim and release it. */
export function ClaimLine({ claims, visit, isOpen, onCall }: Props) {
  const { time } = useSignedIn()
  const { calls: say, faults } = useWords('work')
  const { fill } = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const claim = claims.of(visit.id)
  const state = claim === undefined ? 'free' : claim.is_own ? 'own' : 'others'

  async function act() {
    if (state === 'free') onCall()
    setBusy(true)
    setFailure(await (state === 'own' ? claims.release(visit.id) : claims.claim(visit, state === 'others')))
    setBusy(false)
  }

  return (
    <div class={`claim ${state}`} role="status">
      {claim && <span>{claim.is_own ? say.own : fill(say.others, { name: claim.by, at: time.time(claim.at) })}</span>}
      {failure !== undefined && state !== 'own' && (
        <span class="fault">
          {failure instanceof ProblemError && failure.code === 'claimed'
            ? say.justClaimed
            : faults[changeFaultOf(failure)]}
        </span>
      )}
      {(isOpen || state === 'free') && (
        <button type="button" disabled={isBusy} onClick={act}>
          {say.claim[state]}
        </button>
      )}
    </div>
  )
}
