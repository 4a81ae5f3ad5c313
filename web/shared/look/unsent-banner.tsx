import { channelNames } from '../../../client/choices.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { useWords } from '../language.tsx'
import { hrefOf } from '../page-location.ts'

/** Says on each page of staff that the service sends nothing. If only some channels have no server, the upload, the timeline and the
 *  worklist name the messages that nobody gets. */
export function UnsentBanner() {
  const { unsent, scopes, isForAll, entity } = useSignedIn().session
  const say = useWords('access').unsent
  if (!unsent || unsent.channels.length < channelNames.length) return null
  return (
    <p class={`unsent-banner ${unsent.reason}`} role="status">
      {say[unsent.reason]} {unsent.reason === 'demo' && <a href="demo/mails">{say.mails}</a>}
      {unsent.reason === 'no-server' && isForAll && scopes.includes('admin') && (
        <a href={`admin${hrefOf({ entity: entity.id, section: 'channels' })}`}>{say.setUp}</a>
      )}
    </p>
  )
}
