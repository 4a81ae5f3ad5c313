/** The two characters of each key on a US keyboard, without Shift and with it, by the name of the key's position. */
const keys: Partial<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
}
const shiftedDigits = ')!@#$%^&*('

/** Returns the character of a US keyboard at the position of this key. It depends neither on the layout that the computer
 *  has, nor on NumLock and CapsLock. Empty for another key, and where the browser does not know the position. */
export function usCharacter({ code, shiftKey }: Pick<KeyboardEvent, 'code' | 'shiftKey'>): string {
  const [, kind, last = ''] = /^(Key|Digit|Numpad)([A-Z0-9])$/.exec(code) ?? []
  if (kind === 'Key') return shiftKey ? last : last.toLowerCase()
  if (kind === 'Digit' && shiftKey) return shiftedDigits[Number(last)]!
  return kind ? last : (keys[code]?.[shiftKey ? 1 : 0] ?? '')
}
