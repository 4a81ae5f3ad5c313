/** Returns the first `count` rows of a list. */
export async function firstOf<Row>(list: AsyncGenerator<Row>, count: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of list) if (rows.push(row) === count) break
  return rows
}
