/** Returns the smallest round even number that is at least `value`: the top of a chart, whose half is whole, too. */
export function roundUp(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const rounded = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 20].map((factor) => factor * magnitude)
  return rounded.find((one) => one >= value && one % 2 === 0)!
}
