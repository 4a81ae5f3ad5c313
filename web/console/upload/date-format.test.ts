import { expect, test } from 'vitest'
import { tellingExample } from './date-format.tsx'

test('the example of ambiguous dates is one that the formats read as different days', () => {
  const formats = ['dd/MM/yyyy', 'MM/dd/yyyy']
  expect(tellingExample(['05/05/1980', '03/03/1971', '03/04/1962'], formats)).toBe('03/04/1962')
  expect(tellingExample(['03/04/1962', '05/05/1980'], formats)).toBe('03/04/1962')
  expect(tellingExample(['05/05/1980', 'unknown'], formats)).toBe('05/05/1980')
  expect(tellingExample(['unknown'], formats)).toBe('')
})
