import type { Session } from '../access/session.ts'
import type { SessionControl } from '../access/use-session.ts'

export interface SectionProps {
  control: SessionControl
  session: Session
}
