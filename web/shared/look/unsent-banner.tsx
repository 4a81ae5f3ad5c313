import { channelNames } from '../../../client/choices.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { useWords } from '../language.tsx'

/** Says on each page of staff that the service sends nothing. If only some channels have no server, the upload, the timeline and the
 *  worklist name the messages that nobody gets. */
export function UnsentBanner() {
  const { unsent } = useSignedIn().session
  const say = useWords('access').unsent
  if (!unsent || unsent.channels.length < channelNames.length) return null
  return (
    <p class={`unsent-banner ${unsent.reason}`}>
      {say[unsent.reason]} {unsent.reason === 'demo' && <a href="demo/mails">{say.mails}</a>}
    </p>
  )
}
