// The page of uploads reads examples of dates as the service does.
export { hasTime, isDateFormat } from '../src/systems/sources/csv/date-format.ts'
export { fittingFormats } from '../src/systems/sources/csv/fitting-formats.ts'
export { isInstant } from '../src/systems/sources/csv/guess-date.ts'
export { parseSide } from '../src/systems/sources/csv/time-range.ts'
