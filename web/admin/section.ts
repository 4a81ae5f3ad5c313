import type { SessionControl } from '../shared/access/use-session.ts'

export interface SectionProps {
  control: SessionControl
}
