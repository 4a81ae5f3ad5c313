import { useEffect } from 'preact/hooks'

/** Keeps the screen on while `isWanted`. Browsers release the lock of a hidden page, and offer none without TLS. */
export function useWakeLock(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const request = async () => {
      if (document.hidden) return
      // The battery may be low.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isOver) lock?.release()
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      lock?.release()
    }
  }, [isWanted])
}
