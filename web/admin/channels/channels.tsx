import { useEffect, useState } from 'preact/hooks'
import type { ChannelStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { LoadedList } from '../loaded-list.tsx'
import { Note } from '../note.tsx'
import type { SectionProps } from '../section.ts'
import { ChannelCard } from './channel-card.tsx'
import './channels.css'

// What most clinics set up first comes first.
const order = ['email', 'mobile', 'whatsapp']
const byOrder = (one: ChannelStatus, other: ChannelStatus) => order.indexOf(one.channel) - order.indexOf(other.channel)

// Messages come and go while somebody looks.
const readEveryMs = 10_000

/** The servers that carry the messages of the whole service. */
export function Channels({ control }: SectionProps) {
  const { session } = useSignedIn()
  const say = useWords('admin-channels')
  const [tick, setTick] = useState(0)
  const [note, setNote] = useState<{ text: string }>()
  const loaded = useLoaded(session.isForAll ? 'channels' : undefined, (client) => client.channels(), tick)
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setTick((count) => count + 1), readEveryMs)
    return () => clearInterval(timer)
  }, [])
  if (!session.isForAll) return <p class="fault">{say.allNeeded}</p>
  return (
    <>
      <Note note={note} />
      <LoadedList loaded={loaded}>
        {(channels) => (
          <ul class="channel-cards">
            {channels.toSorted(byOrder).map((channel) => (
              <ChannelCard
                key={channel.channel}
                channel={channel}
                onChanged={(text, { unsent }) => {
                  const { unsent: _, ...others } = session
                  control.choose({ ...others, ...(unsent && { unsent }) })
                  setNote({ text })
                  loaded.load()
                }}
              />
            ))}
          </ul>
        )}
      </LoadedList>
    </>
  )
}
