import { expect, test } from 'vitest'
import { readNumber } from './read-number.ts'

/** Returns the stored number with its line, `repaired` if its digits were corrected, or the fault. */
function read(text: string, country?: string): string {
  const number = readNumber(text, country)
  if ('fault' in number) return number.fault ?? 'no number'
  return [number.uid, number.line, number.isRepaired && 'repaired'].filter(Boolean).join(' ')
}

test('a number is read as people write it in its country and abroad', () => {
  for (const [text, country, stored] of [
    ['+351 912 345 678', undefined, '+351912345678 mobile'],
    ['(+351) 912-345-678', undefined, '+351912345678 mobile'],
    ['912.345.678', 'PT', '+351912345678 mobile'],
    ['351912345678', 'PT', '+351912345678 mobile'],
    ["'+351912345678", undefined, '+351912345678 mobile'],
    ['tel:+351-912-345-678', undefined, '+351912345678 mobile'],
    ['＋３５１ ９１２ ３４５ ６７８', undefined, '+351912345678 mobile'],
    ['٠١٠ ١٢٣٤ ٥٦٧٨', 'EG', '+201012345678 mobile'],
    ['0170 / 1234567', 'DE', '+491701234567 mobile'],
    // A spreadsheet has dropped the zero.
    ['1701234567', 'DE', '+491701234567 mobile'],
    ['06 20 123 4567', 'HU', '+36201234567 mobile'],
    ['8 (912) 345-67-89', 'RU', '+79123456789 mobile'],
    ['(0xx21) 99999-1234', 'BR', '+5521999991234 mobile'],
    ['0 15 21 99999-1234', 'BR', '+5521999991234 mobile'],
    ['55 1234 5678', 'MX', '+525512345678 either'],
    ['(201) 555-0123', 'US', '+12015550123 either'],
    ['211 234 567', 'PT', '+351211234567 landline'],
    ['06221/123456', 'DE', '+496221123456 landline'],
  ] as const)
    expect([text, read(text, country)]).toEqual([text, stored])
})

test('repairs a number, and reports it, if exactly one valid number results', () => {
  for (const [text, country, stored] of [
    // The ninth digit of a Brazilian mobile.
    ['+55 21 9876-1234', undefined, '+5521998761234 mobile'],
    ['(21) 8876-1234', 'BR', '+5521988761234 mobile'],
    // Prefixes that callers in Mexico dialled until 2019.
    ['+52 1 33 1234 5678', undefined, '+523312345678 either'],
    ['0052 1 33 1234 5678', undefined, '+523312345678 either'],
    ['044 33 1234 5678', 'MX', '+523312345678 either'],
    ['045 33 1234 5678', 'MX', '+523312345678 either'],
    ['01 33 1234 5678', 'MX', '+523312345678 either'],
    // What is dialled in Argentina.
    ['+54 11 15 2345 6789', undefined, '+5491123456789 mobile'],
    ['0221 15 456 7890', 'AR', '+5492214567890 mobile'],
    ['+54 9 11 15 2345 6789', undefined, '+5491123456789 mobile'],
    // The zero before a national number.
    ['+49 (0)170 1234567', undefined, '+491701234567 mobile'],
    ['+44 07911 123456', undefined, '+447911123456 mobile'],
    ['+39 0340 1234567', undefined, '+393401234567 mobile'],
    ['0912345678', 'PT', '+351912345678 mobile'],
    // 00 or twice what stands for the country.
    ['00351 912 345 678', undefined, '+351912345678 mobile'],
    ['0044 7911 123456', 'US', '+447911123456 mobile'],
    ['+00351912345678', undefined, '+351912345678 mobile'],
    ['+351 +351 912345678', 'PT', '+351912345678 mobile'],
    // A spreadsheet has taken the number for a quantity.
    ['912345678.0', 'PT', '+351912345678 mobile'],
    // Benin has had ten digits since 2024.
    ['+229 97 12 34 56', undefined, '+2290197123456 mobile'],
  ] as const)
    expect([text, read(text, country)]).toEqual([text, `${stored} repaired`])
})

test("reads the country's own code without its plus, and never as the area code of a landline", () => {
  for (const [text, country, stored] of [
    ['49 151 23456789', 'DE', '+4915123456789 mobile repaired'],
    ['4917612345678', 'DE', '+4917612345678 mobile repaired'],
    ['(49) 170 1234567', 'DE', '+491701234567 mobile repaired'],
    ['491701234567.0', 'DE', '+491701234567 mobile repaired'],
    ['43 664 1234567', 'AT', '+436641234567 mobile'],
    ['447400123456', 'GB', '+447400123456 mobile'],
    ['4930123456', 'DE', '+4930123456 landline'],
    // Also without what the number has had since.
    ['551187654321', 'BR', '+5511987654321 mobile repaired'],
    ['55 (21) 8876-1234', 'BR', '+5521988761234 mobile repaired'],
    ['5213312345678', 'MX', '+523312345678 either repaired'],
    ['54 11 15 2345 6789', 'AR', '+5491123456789 mobile repaired'],
    ['22997123456', 'BJ', '+2290197123456 mobile repaired'],
    // Landlines that a spreadsheet has taken the zero from.
    ['6221123456', 'DE', '+496221123456 landline'],
    ['2079460123', 'GB', '+442079460123 landline'],
    ['331 4567890', 'DE', '+493314567890 landline'],
    ['32123456', 'BE', '+3232123456 landline'],
    ['330123456', 'FR', '+33330123456 landline'],
    ['4533332222', 'BR', '+554533332222 landline'],
  ] as const)
    expect([text, read(text, country)]).toEqual([text, stored])
})

const inGermany = (text: string): [string, string] => [text, 'DE']

test('rejects a number that nobody has, with the reason', () => {
  for (const [reason, ...numbers] of [
    [
      'the area code is missing',
      ...[['98888-1234', 'BR'], ['8888-1234', 'BR'], ['3333-1234', 'BR'], ['15 2345 6789', 'AR'], ['+54 15 2345 6789']],
      ...[['+13107549'], ['555-0123', 'US'], ['2345 6789', 'MX'], ['9876 5432', 'AU'], ['7946 0123', 'GB']],
      // Read as area codes, the first digits of a local number lead to another town.
      ...[
        ['6912345', 'DE'],
        ['471122', 'DE'],
      ],
    ],
    ['it is too short', ['91234567', 'PT'], ['+351 91234567'], ['42 68 53 00', 'FR']],
    ['it is too long', ['9123456781', 'PT'], ['+33 6 12 34 56 78 9']],
    ['PT has no such number', ['999 999 999', 'PT'], ['+351 000 000 000']],
    ['+1 has no such number', ['+1 555 123 4567']],
    // Another country's code, or the area code of a landline.
    [
      "a zero, or a plus with the country's code, is missing before it",
      ...['44 7400 123456', '33612345678', '436641234567', '41 79 123 45 67', '351912345678'].map(inGermany),
      ...['393401234567', '48501234567', '5511987654321', '4520123456', '49 211 56849'].map(inGermany),
      // Also where the rest is too short.
      ...['49 170 12345'].map(inGermany),
      ['34612345678', 'AT'],
    ],
    ['it is too long', ['34612345678', 'PT'], ['351912345678', 'ES'], ['4915123456789', 'IT'], ['33612345678', 'BE']],
    ['AT has no such number', ['4915123456789', 'AT'], ['447400123456', 'AT']],
    ["there is no such country's code", ['+999 12345678']],
    ['it is the number of a service, such as a toll-free one', ['0800 123 4567', 'BR'], ['800 200 200', 'PT']],
    [
      'these are several',
      ['912345678 / 913456789', 'PT'],
      ['912345678;913456789', 'PT'],
      ['(21) 99999-1234 ou 3333-1234', 'BR'],
    ],
    ['one with an extension receives no messages', ['+351 213 000 000 ext. 5'], ['tel:+12015550123;ext=12']],
    ['it has letters or other signs', ['912345678 (mãe)', 'PT'], ['91234****', 'PT']],
    ['a spreadsheet has shortened it', ['9.12345678E+08', 'PT'], ['5,51E+12', 'BR']],
  ] as [string, ...[string, string?][]][])
    for (const number of numbers)
      expect([...number, read(...number)]).toEqual([...number, `must be a phone number: ${reason}`])
})

test('a national number without a country, and a text that is no number, have no reason of their own', () => {
  for (const text of ['912345678', '12', '-', 'n/a', '']) expect([text, read(text)]).toEqual([text, 'no number'])
})
