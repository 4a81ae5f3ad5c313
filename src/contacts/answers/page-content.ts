import type { Html } from '../../platform/http/html.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { TypedAnswer } from './form.ts'
import type { Phase } from './phase.ts'
import type { Replacement } from './replacement.ts'

/** The content of the page besides the visit. */
export interface PageContent {
  nonce: string
  phase: Exclude<Phase, 'pageExpired'>
  /** The valid check-in token, and its QR code as SVG. */
  checkin: { token: string; svg: string } | undefined
  replacement: Replacement | undefined
  /** The clinic's logo as PNG in base64. */
  logo: string | undefined
  /** The other visits of the address. */
  others: Html | false
  /** The other times that the contact can take now. */
  slots: Instant[]
  /** What the person typed before choosing another language, or a time that is gone. */
  typed: TypedAnswer | undefined
}
