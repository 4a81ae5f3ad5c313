import { useEffect, useRef, useState } from 'preact/hooks'
import { connect } from '../../shared/access/connect.ts'
import type { Session } from '../../shared/access/session.ts'
import { forgetAfterMs } from '../arrivals/unsent-arrivals.ts'
import type { KnownDay } from '../day/known-day.ts'
import { type Outcome, type Verdict, visitOf } from '../verdict/verdict.ts'
import { lookUp } from './look-up.ts'
import type { Scan } from './scan.ts'

const storageKey = 'rollcall.desk.codes'

/** A code that was scanned without a connection, and that no receptionist has seen a verdict about. */
export interface UncheckedCode {
  entityId: string
  code: string
  readings?: string[] | undefined
  /** RFC 3339. */
  at: string
  /** What the service said since. */
  found?: { outcome: Outcome; name?: string | undefined }
}

const lookUpAgainAfterMs = 30_000

/** Keeps each code until there is a verdict about it, so that the next scan loses none. This tab keeps them, also when it
 *  reloads. With a connection, looks them up: an arrival that another desk marked needs nobody any more.
 *  @param isConnected whether the service can be reached */
export function useUncheckedCodes(session: Session, scan: Scan, day: KnownDay, isConnected: boolean) {
  const { entity, token } = session
  const [codes, setCodes] = useState(read)
  const latest = useRef({ codes, day })
  latest.current = { codes, day }

  function write(next: UncheckedCode[]) {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
    latest.current.codes = next
    setCodes(next)
  }

  const remove = (code: string) => write(latest.current.codes.filter((one) => !isOf(one, code)))
  const isOf = (one: UncheckedCode, code: string) => one.code === code && one.entityId === entity.id

  useEffect(() => {
    if (scan.target === undefined || !('code' in scan.target)) return
    const { code, readings } = scan.target
    const at = codes.find((one) => isOf(one, code))?.at ?? new Date().toISOString()
    remove(code)
    if (!isChecked(scan.verdict)) write([...latest.current.codes, { entityId: entity.id, code, readings, at }])
  }, [scan])

  const shown = scan.target && 'code' in scan.target ? scan.target.code : undefined
  const listed = codes.filter((one) => one.entityId === entity.id && one.code !== shown)
  const pending = listed.filter(({ found }) => !found)

  useEffect(() => {
    if (!isConnected || pending.length === 0) return
    const ended = new AbortController()
    const client = connect(token, { retries: 0, timeoutMs: 8_000, signal: ended.signal })
    async function resolve() {
      for (const { code, readings } of pending) {
        const verdict: Verdict = await lookUp(client, session, { code, readings }, latest.current.day)
        if (ended.signal.aborted || !isChecked(verdict) || verdict.isFromDevice) return
        if (verdict.outcome === 'already-arrived') remove(code)
        else note(code, { outcome: verdict.outcome, name: verdict.name ?? visitOf({ code }, verdict)?.name })
      }
    }
    // The day of the desk says that the token is no longer valid.
    const resolveQuietly = () => resolve().catch(() => {})
    resolveQuietly()
    const timer = setInterval(resolveQuietly, lookUpAgainAfterMs)
    return () => {
      clearInterval(timer)
      ended.abort()
    }
  }, [isConnected, token, pending.map(({ code }) => code).join(' ')])

  const note = (code: string, found: NonNullable<UncheckedCode['found']>) =>
    write(latest.current.codes.map((one) => (isOf(one, code) ? { ...one, found } : one)))

  return { listed, remove }
}

/** Without a connection, this device may know the visit of the code. */
const isChecked = (verdict: Verdict | undefined) =>
  verdict !== undefined && (verdict.retryAfterSeconds === undefined || verdict.record !== undefined)

const read = (): UncheckedCode[] =>
  (JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as UncheckedCode[]).filter(
    ({ at }) => Date.now() - Date.parse(at) < forgetAfterMs,
  )

export const forgetUncheckedCodes = () => sessionStorage.removeItem(storageKey)
