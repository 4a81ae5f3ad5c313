/** The tables, as every engine stores them: instants in microseconds, booleans as 0 and 1, JSON as text.
 *  The `table.ts` of a folder adds the folder's tables. */
// biome-ignore lint/suspicious/noEmptyInterface: the owners of the tables fill it by declaration merging
export interface Schema {}
