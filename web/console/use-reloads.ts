import { useEffect, useState } from 'preact/hooks'

const reloadAfterMs = 30_000
const ticksPerCount = 4

interface Reloads {
  /** Grows when the list reloads. */
  list: number
  /** Grows when the counts reload. */
  counts: number
}

/** Reloads the list every 30 s while the page is visible, and the counts, which cost the service more, every two minutes.
 *  Reloads both when the page becomes visible, when the connection returns, and on request. */
export function useReloads(): [Reloads, () => void] {
  const [reloads, setReloads] = useState<Reloads>({ list: 0, counts: 0 })
  const reload = () => setReloads(({ list, counts }) => ({ list: list + 1, counts: counts + 1 }))
  useEffect(() => {
    let ticks = 0
    const isVisible = () => document.visibilityState === 'visible'
    const tick = () => {
      if (!isVisible()) return
      ticks++
      setReloads(({ list, counts }) => ({ list: list + 1, counts: ticks % ticksPerCount === 0 ? counts + 1 : counts }))
    }
    const reloadIfVisible = () => isVisible() && reload()
    const timer = setInterval(tick, reloadAfterMs)
    document.addEventListener('visibilitychange', reloadIfVisible)
    window.addEventListener('online', reload)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reloadIfVisible)
      window.removeEventListener('online', reload)
    }
  }, [])
  return [reloads, reload]
}
