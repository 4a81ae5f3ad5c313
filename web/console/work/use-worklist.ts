import type { SignInFault } from '../../shared/access/session.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { usePages } from '../../shared/loading/use-pages.ts'
import { useLostAccess } from '../use-lost-access.ts'
import { listEntries } from './entries.ts'
import type { Worklist } from './worklists.ts'

const pageSize = 50

/** Reads the first entries of a list, and more on request. */
export function useWorklist(
  list: Worklist,
  today: string,
  generation: number,
  onRefused: (fault: SignInFault) => void,
) {
  const { session } = useSignedIn()
  const { id } = session.entity
  const key = JSON.stringify([id, today, list.nextDay])
  const pages = usePages(
    key,
    pageSize,
    // One entry more than a page shows whether the list has more.
    (client) => listEntries(client, id, list, today, pageSize + 1),
    generation,
  )
  useLostAccess(pages.error, onRefused)
  return pages
}
