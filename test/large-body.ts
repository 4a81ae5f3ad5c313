import { serverLimits } from '../src/platform/http/limits.ts'
import { item, later } from './submission.ts'

const addresses = Array.from({ length: 10 }, (_, index) => ({ channel: 'mobile' as const, uid: `91234567${index}` }))

/** Returns the legal body that takes the longest: 1,000 exams with ten telephone numbers each, as large as a body may be. */
export function largestBody(key: string): string {
  const bodyOf = (preparation: string) =>
    JSON.stringify({
      category: 'medical',
      target: 'exam',
      notifications: Array.from({ length: 1_000 }, (_, index) =>
        item({
          external_id: `${key}-${String(index).padStart(3, '0')}`,
          addresses,
          params: { when: later.params.when, exam: 'ECG', preparation },
        }),
      ),
    })
  const left = serverLimits.bodyLimit - Buffer.byteLength(bodyOf('x'))
  return bodyOf('x'.repeat(1 + Math.floor(left / 1_000)))
}
