// The pages refuse the same as the service, while somebody types.

export { maxRules } from '../src/access/sign-in/max-rules.ts'
export { defaultOverlapHours, maxOverlapHours } from '../src/administration/access-tokens/overlap-hours.ts'
export { idPattern, maxIdLength } from '../src/entities/id-pattern.ts'
export { maxLogoBytes } from '../src/entities/max-logo-bytes.ts'
export { maxMinutesOfDay } from '../src/entities/max-minutes-of-day.ts'
export { maxSentence } from '../src/entities/max-sentence.ts'
export { maxWebhooks } from '../src/systems/webhooks/max-webhooks.ts'
