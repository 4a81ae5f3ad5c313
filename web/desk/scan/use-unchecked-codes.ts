import { useEffect, useState } from 'preact/hooks'
import type { Session } from '../../shared/access/session.ts'
import { forgetAfterMs } from '../arrivals/unsent-arrivals.ts'
import type { Scan } from './scan.ts'

const storageKey = 'rollcall.desk.codes'

/** A code that was scanned, and that the service has not answered. */
export interface UncheckedCode {
  entityId: string
  code: string
  readings?: string[] | undefined
  /** RFC 3339. */
  at: string
}

/** Keeps each code until there is a verdict about it, so that the next scan loses none. This tab keeps them, also when it
 *  reloads. */
export function useUncheckedCodes({ entity }: Session, scan: Scan): UncheckedCode[] {
  const [codes, setCodes] = useState(read)
  useEffect(() => {
    if (scan.target === undefined || !('code' in scan.target)) return
    const { code, readings } = scan.target
    const isOf = (one: UncheckedCode) => one.code === code && one.entityId === entity.id
    const others = codes.filter((one) => !isOf(one))
    const at = codes.find(isOf)?.at ?? new Date().toISOString()
    write(isChecked(scan) ? others : [...others, { entityId: entity.id, code, readings, at }])
  }, [scan])

  function write(next: UncheckedCode[]) {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
    setCodes(next)
  }

  const shown = scan.target && 'code' in scan.target ? scan.target.code : undefined
  return codes.filter(({ code, entityId }) => entityId === entity.id && code !== shown)
}

/** Without a connection, this device may know the visit of the code. */
const isChecked = ({ verdict }: Scan) =>
  verdict !== undefined && (verdict.retryAfterSeconds === undefined || verdict.record)

const read = (): UncheckedCode[] =>
  (JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as UncheckedCode[]).filter(
    ({ at }) => Date.now() - Date.parse(at) < forgetAfterMs,
  )

export const forgetUncheckedCodes = () => sessionStorage.removeItem(storageKey)
