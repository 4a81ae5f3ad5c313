import { useEffect } from 'preact/hooks'
import type { KnownDay } from '../day/known-day.ts'
import type { useDay } from '../day/use-day.ts'
import type { useScan } from '../scan/use-scan.ts'
import { judge } from './judge.ts'

type Scanning = Pick<ReturnType<typeof useScan>, 'scan' | 'isChanging' | 'refresh'>

/** Looks the expected contact that the desk shows up again when the verdict no longer holds: the contact may cancel, or arrive at
 *  another desk. */
export function useOutdatedVerdict(
  { scan, isChanging, refresh }: Scanning,
  known: KnownDay,
  arrivals: ReturnType<typeof useDay>['arrivals'],
) {
  const id = !isChanging && scan.verdict?.outcome === 'expected' ? scan.verdict.record?.id : undefined
  const visit = id === undefined ? undefined : known.visits.get(id)?.visit
  const hasArrived = id !== undefined && arrivals?.some(({ notification_id }) => notification_id === id)
  const isUnexpected =
    visit !== undefined && judge({ state: 'possible', notification_state: visit.state }).outcome !== 'expected'
  const isOutdated = hasArrived || isUnexpected
  useEffect(() => {
    if (isOutdated) refresh()
  }, [isOutdated])
}
