import type { MappingGuess } from '../../../client/client.ts'
import type { PageWords } from '../../../client/words.ts'

/** The name of a column for people. Without a header, it is the column's number. */
export const columnLabel = (
  name: string,
  { mapping }: Pick<MappingGuess, 'mapping'>,
  say: PageWords['upload'],
): string => (mapping.header === false ? `${say.column} ${name}` : name)
