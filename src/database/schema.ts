/** The tables, as every engine stores them: instants in microseconds, booleans as 0 and 1, JSON as text. The folder that owns
 *  a table adds it here, in its `table.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: the owners of the tables fill it by declaration merging
export interface Schema {}
