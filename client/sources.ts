import type { Mapping } from '../src/systems/sources/csv/mapping.ts'
import type { MappingGuess } from '../src/systems/sources/csv/mapping-guess.ts'
import type { CsvReport } from '../src/systems/sources/csv/report.ts'
import type { NamedMapping } from '../src/systems/sources/csv/stored.ts'
import type { Connection } from './connection.ts'
import type { SentFile } from './request.ts'
import type { TaggedResource } from './tagged.ts'

export interface SourceMethods {
  /** Lists the mappings of the entity's CSV files. */
  mappings(entityId: string): Promise<NamedMapping[]>
  mapping(entityId: string, name: string): Promise<TaggedResource<Mapping>>
  /** Throws ProblemError `invalid-body` with all faults. Without `etag`, replaces any version. */
  setMapping(entityId: string, name: string, mapping: Mapping, etag?: string): Promise<TaggedResource<Mapping>>
  deleteMapping(entityId: string, name: string, etag?: string): Promise<void>
  /** Guesses the mapping of a file from its first 64 KiB. */
  guessMapping(entityId: string, start: Blob): Promise<MappingGuess>
  /** Submits a file by a stored mapping, or by one that is not stored. */
  submitCsv(entityId: string, mapping: string | Mapping, file: CsvContent): Promise<CsvReport>
  /** Returns the same report with a preview. The service stores and sends nothing. */
  tryCsv(entityId: string, mapping: string | Mapping, file: CsvContent): Promise<CsvReport>
}

/** A file, or a function that opens it for each attempt. */
type CsvContent = Blob | SentFile['open']

export const sourceMethods = ({ ask, askJson, askTagged, address }: Connection): SourceMethods => {
  const sent = (content: CsvContent) => ({
    change: { file: { mediaType: 'text/csv', open: typeof content === 'function' ? content : () => content } },
  })
  const submission = (entityId: string, mapping: string | Mapping) => {
    const url = address('notifications', entityId, 'csv')
    url.searchParams.set('mapping', typeof mapping === 'string' ? mapping : JSON.stringify(mapping))
    return url
  }
  return {
    mappings: (entityId) => askJson(entityId, address('mappings', entityId)),
    mapping: (entityId, name) => askTagged(entityId, address('mappings', entityId, name)),
    setMapping: (entityId, name, body, etag) =>
      askTagged(entityId, address('mappings', entityId, name), { change: { method: 'PUT', body, etag } }),
    async deleteMapping(entityId, name, etag) {
      await ask(entityId, address('mappings', entityId, name), { change: { method: 'DELETE', etag } })
    },
    guessMapping: (entityId, start) => askJson(entityId, address('mappings', entityId, 'guess'), sent(start)),
    submitCsv: (entityId, mapping, file) => askJson(entityId, submission(entityId, mapping), sent(file)),
    tryCsv(entityId, mapping, file) {
      const url = submission(entityId, mapping)
      url.searchParams.set('dry_run', 'true')
      return askJson(entityId, url, sent(file))
    },
  }
}
