import { fewestSegments } from '../channels/mobile/segments.ts'
import type { kinds } from '../kind.ts'
import { oneLine } from '../one-line.ts'
import type { Text } from './message.ts'
import { addressed, fill, type Occasion, told } from './occasion.ts'

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
