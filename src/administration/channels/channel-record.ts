import { type Static, Type } from 'typebox'
import { Uid } from '../../channels/address.ts'
import { channelNames, channels } from '../../channels/registry.ts'
import { ShownServer } from '../../channels/settings/shown-server.ts'
import { EntityIdParam } from '../../entities/entity.ts'

export const ChannelPath = Type.Object({
  channel: Type.Enum(channelNames, { description: 'The channel.' }),
})

// A URL with a token of an OAuth provider.
const maxSettingLength = 4_000

/** The variables that set up channels, by the names that they have in the environment. */
const variables = {
  ...Object.assign({}, ...channels.map(({ environment }) => environment.variables)),
  PUBLIC_URL: Type.String({
    description: 'The URL under which contacts reach the service, if the environment sets none.',
  }),
} as Record<string, Type.TSchema & { description: string }>

export const ChannelSettings = Type.Object(
  Object.fromEntries(
    Object.entries(variables).map(([name, { description }]) => [
      name,
      Type.Optional(Type.String({ maxLength: maxSettingLength, description })),
    ]),
  ) as Record<string, Type.TOptional<Type.TString>>,
  {
    $id: 'ChannelSettings',
    additionalProperties: false,
    description:
      'The settings of a channel, by the names and rules of the environment variables. Settings of another channel are refused.',
    examples: [
      {
        SMTP_URL: 'smtps://notices%40clinic.example:secret@mail.clinic.example',
        MAIL_FROM: 'notices@clinic.example',
        PUBLIC_URL: 'https://rollcall.clinic.example',
      },
    ],
  },
)
export type ChannelSettings = Static<typeof ChannelSettings>

const properties = {
  channel: ChannelPath.properties.channel,
  source: Type.Enum(['environment', 'stored', 'none'], {
    description: 'Whether the environment of the service sets up the channel, or an administrator has, or nobody.',
  }),
  variable: Type.String({ description: 'The variable with the URL of the server.' }),
  server: Type.Optional(ShownServer),
  fault: Type.Optional(
    Type.String({ description: 'Why the service cannot use what the administrator has set up. Messages wait.' }),
  ),
  public_url: Type.Optional(
    Type.String({ description: 'The URL with which links in messages begin. Absent if it is not set.' }),
  ),
  public_url_in_environment: Type.Optional(Type.Literal(true, { description: 'The environment sets `public_url`.' })),
  changed_at: Type.Optional(Type.String({ description: 'When it was set up, in UTC.' })),
  changed_by: Type.Optional(Type.String({ description: 'The name of the credential that set it up.' })),
}

/** How a channel is set up, without secrets. */
export const ChannelRecord = Type.Object(properties, {
  $id: 'Channel',
  description: 'How a channel is set up, without secrets.',
  examples: [
    {
      channel: 'email',
      source: 'stored',
      variable: 'SMTP_URL',
      server: {
        scheme: 'smtps',
        host: 'mail.clinic.example',
        user: 'notices@clinic.example',
        from: 'notices@clinic.example',
      },
      public_url: 'https://rollcall.clinic.example',
      changed_at: '2026-03-29T09:14:02.104233+00:00',
      changed_by: 'Rita Melo',
    },
  ],
})
export type ChannelRecord = Static<typeof ChannelRecord>

export const ChannelStatus = Type.Object(
  {
    ...properties,
    state: Type.Enum(['off', 'unused', 'works', 'fails'], {
      description:
        'Whether messages go out: `off` without a server, `unused` until the first message after a start or a change, `fails` after a minute of failures.',
    }),
    last_accepted_at: Type.Optional(
      Type.String({ description: 'When the server last took a message of this process.' }),
    ),
    last_failure: Type.Optional(
      Type.Object(
        {
          at: Type.String({ description: 'When, in UTC.' }),
          reason: Type.String({ description: 'Why, without addresses.' }),
        },
        { description: 'The latest message of this process that the server did not take.' },
      ),
    ),
  },
  { $id: 'ChannelStatus', description: 'How a channel is set up, and whether its messages go out.' },
)
export type ChannelStatus = Static<typeof ChannelStatus>

export const ChannelVersion = Type.Object(
  {
    version: Type.Integer({ description: 'The number of the version, from 1.' }),
    changed_at: Type.String({ description: 'When the channel was changed, in UTC.' }),
    changed_by: Type.String({ description: 'The name of the credential that changed it.' }),
    server: Type.Optional(ShownServer),
  },
  {
    $id: 'ChannelVersion',
    description: 'What an administrator set up. Without `server`, the channel was switched off.',
  },
)
export type ChannelVersion = Static<typeof ChannelVersion>

export const ChannelTest = Type.Object(
  {
    settings: Type.Optional(ChannelSettings),
    to: Type.Optional(
      Type.Object(
        { entity_id: EntityIdParam, address: Uid },
        { additionalProperties: false, description: 'The address for a test message, and the entity that it names.' },
      ),
    ),
  },
  {
    $id: 'ChannelTest',
    additionalProperties: false,
    description: 'Settings that are not stored yet. Without them, the test uses the present server.',
    examples: [{ settings: { SMTP_URL: 'smtps://mail.clinic.example' } }],
  },
)
export type ChannelTest = Static<typeof ChannelTest>

export const ChannelTestResult = Type.Object(
  {
    faults: Type.Array(
      Type.Object({
        setting: Type.String({ description: 'The setting that is wrong.' }),
        reason: Type.String({ description: 'What is wrong, such as the words of the server.' }),
      }),
      { description: 'Empty: the server is there, and takes the credentials, and the test message if there is one.' },
    ),
  },
  { $id: 'ChannelTestResult', description: 'What a test has found.', examples: [{ faults: [] }] },
)
export type ChannelTestResult = Static<typeof ChannelTestResult>
