// The page marks the default sequence, and restores it.
export { defaultSteps } from '../src/reminders/default-steps.ts'
