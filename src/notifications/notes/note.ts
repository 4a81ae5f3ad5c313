import { type Static, Type } from 'typebox'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import { visibleText } from '../../platform/text/text-schemas.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { CallResultName } from '../status/staff-notes.ts'

/** In UTF-16 code units, like `maxlength` in HTML. */
const maxNoteLength = 500

/** A note to add. */
export const NewNote = Type.Object(
  {
    text: Type.Optional(
      visibleText(
        Type.String({
          minLength: 1,
          maxLength: maxNoteLength,
          description:
            'What other staff should know. The service removes control characters other than line breaks, and characters that reorder text.',
        }),
      ),
    ),
    call: Type.Optional(CallResultName),
  },
  {
    $id: 'NewNote',
    description: 'A note of staff about a visit, about a call that brought no answer, or both.',
    additionalProperties: false,
    examples: [{ call: 'no-answer' }, { call: 'will-call-back', text: 'At work until 17:00' }],
  },
)
export type NewNote = Static<typeof NewNote>

/** @throws Problem invalid-body without a text and a call */
export function requireContent({ text, call }: NewNote) {
  if (text === undefined && call === undefined)
    throw invalidBody([{ pointer: '/text', reason: 'must be present without a call' }])
}

/** A note of staff about a notification. */
export const Note = Type.Object(
  {
    id: Type.String({ description: 'The id of the note.' }),
    at: Type.String({ description: 'When it was written, in UTC.' }),
    by: Type.String({ description: 'The name of the person or the access token that wrote it.' }),
    text: Type.Optional(Type.String({ description: 'The text.' })),
    call: Type.Optional(CallResultName),
  },
  {
    $id: 'Note',
    description: 'A note of staff about a visit.',
    examples: [
      {
        id: '019d3962-7a10-7b3c-9d42-5e0f8c1a6b27',
        at: '2026-03-29T15:04:12.000000+00:00',
        by: 'Ana Reis',
        call: 'will-call-back',
        text: 'At work until 17:00',
      },
    ],
  },
)
export type Note = Static<typeof Note>

interface NoteRow {
  note_id: string
  written_at: Instant
  written_by: string
  text: string | null
  call: Note['call'] | null
}

export const noteOf = ({ note_id, written_at, written_by, text, call }: NoteRow): Note => ({
  id: note_id,
  at: formatInstant(written_at),
  by: written_by,
  ...(text !== null && { text }),
  ...(call && { call }),
})
