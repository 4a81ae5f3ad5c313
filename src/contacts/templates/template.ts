import { type Static, Type } from 'typebox'
import { Uid } from '../../channels/address.ts'
import { channelNames } from '../../channels/registry.ts'
import { EntityIdParam } from '../../entities/entity.ts'
import { Id } from '../../entities/entity-properties.ts'
import { templateKindNames } from '../../messages/compose/template-kinds.ts'
import { dialects } from '../../platform/languages/languages.ts'
import { visibleText, withoutCharacters } from '../../platform/text/text-schemas.ts'
import { line } from '../../visits/plugins/visit.ts'

const keys = {
  category: Type.Unsafe<string>({ ...Id, description: 'The category of the visit, such as medical.' }),
  target: Type.Unsafe<string>({ ...Id, description: 'The target of the visit, such as appointment.' }),
  language: Type.Enum(dialects, { description: 'The language of the message.' }),
  channel: Type.Enum(channelNames, { description: 'The way to the contact.' }),
  kind: Type.Enum(templateKindNames, { description: 'What the message is for.' }),
}

/** The path parameters of a template. */
export const TemplatePath = Type.Object({ entity_id: EntityIdParam, ...keys })
export type TemplatePath = Static<typeof TemplatePath>

export const VersionPath = Type.Object({
  ...TemplatePath.properties,
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The number of the version.' }),
})

// Windows ends its lines with a carriage return and a line feed.
const controls = /[^\P{Cc}\r\n]|\r(?!\n)/u

const words = {
  subject: Type.Optional(
    visibleText(line('The subject of a mail. Without it, the shipped subject stays. Texts have none.')),
  ),
  text: withoutCharacters(
    controls,
    'must not contain control characters other than line breaks',
    Type.String({
      minLength: 1,
      maxLength: 5_000,
      description: 'The words, with placeholders such as {contact}. In a mail, an empty line begins a paragraph.',
    }),
  ),
}

/** The words of a template, as a client sets them. */
export const Draft = Type.Object(words, {
  $id: 'TemplateDraft',
  description: 'The words of a template.',
  additionalProperties: false,
  examples: [{ text: '{clinic}: {contact}, we expect you {day} at {time}. Please answer: {link}' }],
})
export type Draft = Static<typeof Draft>

const { subject, text } = words
const draft = { subject, text: Type.Optional(text) }

export const PreviewRequest = Type.Object(
  {
    ...draft,
    notification_id: Type.Optional(
      Type.String({ description: 'Shows the message of this notification. Without it, of an example.' }),
    ),
  },
  {
    $id: 'TemplatePreviewRequest',
    description: 'What to show. Without a text, the template, or the shipped words.',
    additionalProperties: false,
    examples: [{ text: '{clinic}: {contact}, we expect you {day} at {time}. Please answer: {link}' }],
  },
)

export const TestRequest = Type.Object(
  { ...draft, uid: Uid },
  {
    $id: 'TemplateTestRequest',
    description: 'What to send as a test, and the address. Without a text, the template, or the shipped words.',
    additionalProperties: false,
    examples: [{ uid: '+351912345678' }],
  },
)

const changed = {
  version: Type.Integer({ description: 'The number of the version, from 1.' }),
  changed_at: Type.String({ description: 'When the version was stored.' }),
  changed_by: Type.String({ description: 'The name of the access token, or `command line`.' }),
}

const measure = {
  segments: Type.Optional(Type.Integer({ description: 'The number of segments of a text with the example contact.' })),
  encoding: Type.Optional(Type.Enum(['GSM-7', 'UCS-2'], { description: 'The encoding of that text.' })),
  forcing_characters: Type.Optional(
    Type.Array(Type.String(), { description: 'The characters that GSM-7 lacks. They double the size of the text.' }),
  ),
}

/** A template, or the shipped words in its place. */
export const Template = Type.Object(
  {
    ...keys,
    default: Type.Boolean({ description: 'Whether these are the shipped words: the entity has no template.' }),
    subject: Type.Optional(Type.String()),
    text: Type.String(),
    placeholders: Type.Array(Type.String(), { description: 'The placeholders that the text can have.' }),
    fixed: Type.Optional(
      Type.String({ description: 'Why the entity cannot set the words. Completes "The text …". Absent if it can.' }),
    ),
    ...measure,
    version: Type.Optional(changed.version),
    changed_at: Type.Optional(changed.changed_at),
    changed_by: Type.Optional(changed.changed_by),
  },
  {
    $id: 'Template',
    description:
      'The words of a message. For a region such as `pt-BR` without a template, `language` is that of the template that applies.',
    examples: [
      {
        category: 'medical',
        target: 'appointment',
        language: 'en',
        channel: 'mobile',
        kind: 'notice',
        default: false,
        text: '{clinic}: {contact}, we expect you {day} at {time}. Please answer: {link}',
        placeholders: ['clinic', 'contact', 'day', 'time', 'link'],
        segments: 1,
        encoding: 'GSM-7',
        forcing_characters: [],
        version: 1,
        changed_at: '2026-03-30T08:00:00.000000+00:00',
        changed_by: 'console',
      },
    ],
  },
)
export type Template = Static<typeof Template>

export const ListedTemplate = Type.Object(
  { ...keys, ...changed },
  {
    $id: 'ListedTemplate',
    description: 'A template of the entity.',
    examples: [
      {
        category: 'medical',
        target: 'appointment',
        language: 'en',
        channel: 'mobile',
        kind: 'notice',
        version: 1,
        changed_at: '2026-03-30T08:00:00.000000+00:00',
        changed_by: 'console',
      },
    ],
  },
)
export type ListedTemplate = Static<typeof ListedTemplate>

export const TemplateVersion = Type.Object(
  {
    ...changed,
    subject: Type.Optional(Type.String()),
    text: Type.Optional(Type.String({ description: 'Absent: the template was deleted.' })),
  },
  {
    $id: 'TemplateVersion',
    description: 'A version of a template.',
    examples: [
      { version: 1, changed_at: '2026-03-30T08:00:00.000000+00:00', changed_by: 'console', text: '{clinic}: {link}' },
    ],
  },
)
export type TemplateVersion = Static<typeof TemplateVersion>

export const Preview = Type.Object(
  {
    subject: Type.Optional(Type.String()),
    text: Type.String(),
    html: Type.Optional(Type.String({ description: 'The mail as HTML, with its pictures inside.' })),
    ...measure,
  },
  {
    $id: 'TemplatePreview',
    description:
      'A message as the contact would receive it. The answer link and the check-in token consist of asterisks.',
    examples: [
      {
        text: 'Clinica Lisboa: Leonor, we expect you Mon 30 Mar at 09:30. Please answer: https://rollcall.example/a/…',
        segments: 1,
        encoding: 'GSM-7',
        forcing_characters: [],
      },
    ],
  },
)
export type Preview = Static<typeof Preview>
