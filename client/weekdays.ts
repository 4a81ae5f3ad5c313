export { defaultOpeningDays, weekdays } from '../src/entities/weekdays.ts'
