import { useEffect, useState } from 'preact/hooks'
import { useTexts } from '../../shared/language.tsx'
import { clinicTime } from '../../shared/time/clinic-time.ts'
import { isTimeZone } from './faults.ts'

const refreshAfterMs = 5_000

/** The present time in a zone, which shows whether it is the right one. */
export function ZoneTime({ zone }: { zone: string }) {
  const { say, fill, locale } = useTexts('admin-clinics')
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshAfterMs)
    return () => clearInterval(timer)
  }, [])
  if (!isTimeZone(zone)) return say.zoneAbout
  const { time, day } = clinicTime(zone, locale)
  return fill(say.zoneNow, { time: time(now), day: day(now) })
}
