import { addDays } from '../clinic-time.ts'

/** Calendar days of the clinic (YYYY-MM-DD), both inclusive. */
export interface Period {
  from: string
  to: string
}

export const presets = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  lastWeek: (today) => ({ from: addDays(today, -6), to: today }),
  lastMonth: (today) => ({ from: addDays(today, -29), to: today }),
  thisMonth: (today) => ({ from: firstOfMonth(today), to: today }),
  previousMonth: (today) => ({
    from: firstOfMonth(addDays(firstOfMonth(today), -1)),
    to: addDays(firstOfMonth(today), -1),
  }),
  lastYear: (today) => ({ from: addDays(today, -364), to: today }),
} as const satisfies Record<string, (today: string) => Period>

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The range of days that the service accepts. */
export const firstDay = '1970-01-01'
export const lastDay = '2199-12-31'

export const isDay = (text: string | null): text is string =>
  text !== null &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  addDays(text, 0) === text &&
  text >= firstDay &&
  text <= lastDay

/** Reads the period from the page's address. */
export function periodOfAddress(): Period | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const [from, to] = [fragment.get('from'), fragment.get('to')]
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

export const entityOfAddress = () => new URLSearchParams(location.hash.slice(1)).get('entity') ?? undefined

/** Writes the entity and the period to the page's address, so that it can be bookmarked. */
export const writeAddress = (entity: string, { from, to }: Period) =>
  history.replaceState(null, '', `#${new URLSearchParams({ entity, from, to })}`)
