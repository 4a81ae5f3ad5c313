import { fewestSegments } from '../delivery/channels/mobile/segments.ts'
import type { kinds } from '../delivery/kind.ts'
import type { Text } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import { addressed, fill, type Occasion, told } from './message-context.ts'

export type Acknowledged = (typeof kinds)['acknowledgement'][number]

/** What has become of an answer that came as a text message. */
export function acknowledgementText(occasion: Occasion & { state: Acknowledged }): Text {
  const { say, values } = told(occasion)
  return {
    channel: 'mobile',
    ...addressed(occasion),
    text: fewestSegments([oneLine(fill(say.acknowledgements[occasion.state], values))]),
  }
}
