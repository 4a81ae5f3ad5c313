import { expect, test } from 'vitest'
import { withLimit } from './limits.ts'

test('a limit is set, changed and removed, and the others stay', () => {
  const mail = { channel: 'email', per_day: 100 } as const
  const first = withLimit({ no_show_message: true, limits: [mail] }, 'mobile', 'per_day', '500')
  expect(first).toEqual({ no_show_message: true, limits: [mail, { channel: 'mobile', per_day: 500 }] })
  const second = withLimit(first, 'mobile', 'per_second', '2.5')
  expect(second.limits).toEqual([mail, { channel: 'mobile', per_day: 500, per_second: 2.5 }])
  const third = withLimit(withLimit(second, 'mobile', 'per_day', ''), 'mobile', 'per_second', ' ')
  expect(third).toEqual({ no_show_message: true, limits: [mail] })
  expect(withLimit(third, 'email', 'per_day', '')).toEqual({ no_show_message: true })
})
