import { expect, test } from 'vitest'
import { type Row, readRows } from './rows.ts'
import { headerEnd } from './separator.ts'

const read = async (pieces: string[]) => {
  async function* texts() {
    yield* pieces
  }
  const rows: Row[] = []
  for await (const some of readRows(texts(), {})) rows.push(...some)
  return rows
}

test.each(['a;b;c\r\n1;2;3\r\n', '\n\n  a;b\n1;2', '"a\n;b";c\r1;2\r', 'a;"b""\r\n""";c\n1;2;3\n', 'a,b', '\r\n'])(
  'a file in pieces of one character has the rows of the whole file: %j',
  async (file) => {
    expect(await read([...file])).toEqual(await read([file]))
  },
)

test('the end of a header in pieces is found by reading each piece once', () => {
  const endsHeader = headerEnd(0)
  let count = 0
  const piece = (text: string) =>
    Object.assign(Object(text), {
      *[Symbol.iterator]() {
        count += text.length
        yield* text
      },
    })
  for (let index = 0; index < 16_000; index++) expect(endsHeader(index === 0 ? 'a' : piece('"\n";'))).toBe(false)
  expect(endsHeader('\n')).toBe(true)
  expect(count).toBe(15_999 * 4)
})
