import type { Session } from '../shared/access/session.ts'
import type { SessionControl } from '../shared/access/use-session.ts'

export interface SectionProps {
  control: SessionControl
  session: Session
}
