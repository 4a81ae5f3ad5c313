import { expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

const cases: [name: string, first: string, initials: string][] = [
  ['João Silva', 'João', 'J. S.'],
  ['Maria-José da Silva', 'Maria-José', 'M. S.'],
  ['Ana Maria de la Cruz', 'Ana', 'A. M. C.'],
  ['SILVA SANTOS, João Pedro', 'João', 'S. S. J. P.'],
  ['João Silva, Jr.', 'João', 'J. S.'],
  ['Dr. João Silva', 'João', 'J. S.'],
  ['J. Silva', 'J.', 'J. S.'],
  ["  D'Ávila   Ema ", "D'Ávila", 'D. E.'],
  ['王小明', '王小明', '王.'],
  ['e\u0301mile zola', 'e\u0301mile', 'é. z.'],
  ['Dr.', 'Dr.', ''],
]

test('the first name is the first word, without titles, or the first after a comma', () => {
  for (const [name, first] of cases) expect(shownName(name)).toBe(first)
})

test('initials leave out particles', () => {
  for (const [name, , initials] of cases) expect(shownName(name, 'initials') ?? '').toBe(initials)
})

test('a name is shown as a whole, or not at all', () => {
  expect(shownName('Maria-José da Silva', 'full')).toBe('Maria-José da Silva')
  expect(shownName('Maria-José da Silva', 'none')).toBeUndefined()
})
