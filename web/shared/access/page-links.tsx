import { useWords } from '../language.tsx'
import { hrefOf } from '../page-location.ts'
import { isGranted, type Scope, type Session } from './session.ts'

export type PageName = 'desk' | 'console' | 'admin'

/** What each page needs. Its link is there for a credential that can open it. */
export const neededBy = {
  desk: ['checkin:read', 'checkin:write'],
  console: ['actions:read'],
  admin: ['admin'],
} as const satisfies Record<PageName, readonly Scope[]>

/** The pages of the service that the credential can open. A page of the same sign-in opens at the same clinic: the desk of a device
 *  has its own (docs/decisions/0035-tokens-in-browsers.md). */
export function PageLinks({ page, session: { scopes, entity } }: { page: PageName; session: Session }) {
  const { pages } = useWords('access')
  const names = (Object.keys(neededBy) as PageName[]).filter((name) =>
    neededBy[name].every((scope) => isGranted(scope, scopes)),
  )
  if (names.length < 2) return null
  return (
    <nav class="pages" aria-label={pages.label}>
      {names.map((name) => (
        <a
          key={name}
          href={name === 'desk' ? name : `${name}${hrefOf({ entity: entity.id })}`}
          aria-current={name === page ? 'page' : undefined}
        >
          {pages[name]}
        </a>
      ))}
    </nav>
  )
}
