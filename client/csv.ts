// The page of uploads reads examples of dates as the service does.
export { hasTime, isDateFormat, partsOf } from '../src/systems/sources/csv/date-format.ts'
export { dateFormats, isInstant } from '../src/systems/sources/csv/guess-date.ts'
