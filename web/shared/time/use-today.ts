import { useEffect, useState } from 'preact/hooks'
import type { ClinicTime } from './clinic-time.ts'

/** Returns the current day at the clinic. Changes at midnight. */
export function useToday(time: ClinicTime): string {
  const [today, setToday] = useState(() => time.dayOf(new Date()))
  useEffect(() => {
    const update = () => setToday(time.dayOf(new Date()))
    update()
    const timer = setInterval(update, 20_000)
    return () => clearInterval(timer)
  }, [time])
  return today
}
