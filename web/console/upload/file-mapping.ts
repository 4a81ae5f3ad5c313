import type { Mapping, MappingGuess } from '../../../client/client.ts'

/** The mapping of another file of the same columns. The file decides about its charset, its separator and the lines before its
 *  header. */
export function ofFile(mapping: Mapping, { mapping: guessed }: Pick<MappingGuess, 'mapping'>): Mapping {
  const { charset = mapping.charset, separator = mapping.separator, skip, header } = guessed
  const { skip: _skip, header: _header, charset: _charset, separator: _separator, ...others } = mapping
  return {
    ...others,
    ...(charset && { charset }),
    ...(separator !== undefined && { separator }),
    ...(skip !== undefined && { skip }),
    ...(header !== undefined && { header }),
  }
}
