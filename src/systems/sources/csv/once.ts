/** Yields one item, for functions that read a stream. */
export async function* once<Item>(item: Item) {
  yield item
}
