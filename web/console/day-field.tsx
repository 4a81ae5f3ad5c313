import { useLayoutEffect, useRef } from 'preact/hooks'
import { firstDay, isDay, lastDay } from '../shared/time/period.ts'

interface Props {
  id?: string
  label: string
  day: string
  onDay: (day: string) => void
}

/** A date field that changes only with `day`. Setting it at every render would undo a half-typed date. */
export function DayField({ id, label, day, onDay }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current!.value !== day) input.current!.value = day
  }, [day])
  return (
    <input
      ref={input}
      id={id}
      type="date"
      aria-label={label}
      min={firstDay}
      max={lastDay}
      required
      // An incompletely typed year is in the first century.
      onChange={({ currentTarget: { value } }) => isDay(value) && onDay(value)}
    />
  )
}
