import type { ComponentChildren } from 'preact'
import { useWords } from '../language.tsx'
import type { ShownState } from '../look/shown-state.ts'
import { StateBadge } from '../look/state-badge.tsx'
import type { ListVisit } from './listed-visit.ts'

interface Props {
  visit: ListVisit
  state: ShownState
  /** The start, as the list writes it. */
  at: string
  /** What the visit is. */
  detail: string
  /** What tells contacts of the same name apart. */
  children: ComponentChildren
}

/** The content of a visit's button in a list: its start, the contact, the state, and what the visit is. */
export function VisitRowContent({ visit, state, at, detail, children }: Props) {
  const states = useWords('states')
  return (
    <>
      <time dateTime={visit.starts_at}>{at}</time>
      <span class="about">
        <span class="name" dir="auto">
          {visit.contact.name}
        </span>
        {children}
        <StateBadge state={state} text={states[state]} />
        <span class="hint" dir="auto">
          {detail}
        </span>
      </span>
    </>
  )
}
