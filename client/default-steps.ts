// The page marks the default sequence, and restores it.
export { defaultSteps } from '../src/contacts/reminders/default-steps.ts'
