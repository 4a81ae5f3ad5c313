import { expect, test } from 'vitest'
import { missingCharacters } from './token-spelling.ts'

const code = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

test.for([
  ['the beginning of a code', code.slice(0, 22), 4],
  ['groups in lower case', '7f3k9 qxw2m-zt4b8 ndr6v hj5cp', 1],
  ['a whole code', code, 0],
  ['a code that is too long', `${code}7`, 0],
  ['a text with other characters', 'AQ_17', 0],
  ['nothing', '', 0],
] as const)('counts the characters that a code lacks: %s', ([, text, missing]) => {
  expect(missingCharacters(text)).toBe(missing)
})
