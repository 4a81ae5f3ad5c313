// The page of uploads reads examples of dates as the service does.
export { partsOf } from '../src/sources/csv/date-format.ts'
export { dateFormats } from '../src/sources/csv/guess-date.ts'
