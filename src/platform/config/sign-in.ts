import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import type { Rule } from './channel-environment.ts'
import { choice, text } from './setting.ts'

export interface SignIn {
  issuer: string
  clientId: string
  /** The client authenticates itself by a secret, or by a private key in PEM. */
  proof: { secret: string } | { privateKey: string }
  /** A claim, or a path of members, such as `realm_access.roles`. */
  groupsClaim: string
  /** For each request to the provider. */
  timeoutSeconds: number
}

const timeoutSeconds = 10
const defaultGroupsClaim = 'groups'

export const signInVariables = {
  OIDC_ISSUER: Type.Optional(
    text(readIssuer, {
      description: 'The identity provider (OpenID Connect) with which people sign in, exactly as it names itself.',
      expects: 'an https: URL without a query (http: on this machine)',
      unset: 'people sign in with accounts of this service (`ACCOUNTS`)',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({
      description: 'The id that the identity provider gave this service.',
      expects: 'a text',
      unset: 'none; required with `OIDC_ISSUER`',
    }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({
      description: 'The secret that the identity provider gave this service.',
      expects: 'a text',
      unset: 'none; required with `OIDC_ISSUER`, unless there is an `OIDC_PRIVATE_KEY_FILE`',
    }),
  ),
  OIDC_PRIVATE_KEY_FILE: Type.Optional(
    text(readKey, {
      description:
        'A private key that replaces the secret (`private_key_jwt`). The identity provider has its public key.',
      expects: 'the path of a file with a private key in PEM (PKCS #8)',
      unset: 'none',
    }),
  ),
  OIDC_GROUPS_CLAIM: Type.Optional(
    Type.String({
      description:
        'The claim with the groups of a person, or the path to it. `rollcall access-rule` gives groups their rights.',
      expects: 'a name, or names separated by dots, such as realm_access.roles',
      unset: `\`${defaultGroupsClaim}\``,
    }),
  ),
  ACCOUNTS: choice(['on', 'off'], {
    description:
      'Whether people can also sign in with accounts of this service, with a passkey or a password. Administrators invite them.',
    default: 'on',
  }),
  ROLLCALL_DESK_PERSON: choice(['optional', 'required'], {
    description:
      'Whether the front desk records arrivals only while a person has signed in on the device. Records then name the person.',
    default: 'optional',
  }),
}

type Variables = Partial<Record<keyof typeof signInVariables | 'PUBLIC_URL', string>>

export const signInRules: Rule<Variables>[] = [
  {
    when: (env) => env.OIDC_ISSUER && !env.OIDC_CLIENT_ID,
    fault: 'OIDC_CLIENT_ID must be set, because OIDC_ISSUER is',
  },
  {
    when: (env) => env.OIDC_ISSUER && Boolean(env.OIDC_CLIENT_SECRET) === Boolean(env.OIDC_PRIVATE_KEY_FILE),
    fault: 'Either OIDC_CLIENT_SECRET or OIDC_PRIVATE_KEY_FILE must be set, because OIDC_ISSUER is',
  },
  {
    when: (env) => env.OIDC_ISSUER && !(env.PUBLIC_URL && isSecure(env.PUBLIC_URL)),
    fault:
      'PUBLIC_URL must be an https: URL, because OIDC_ISSUER is set: browsers keep the cookie of a session only with TLS. For a trial on this machine, http://127.0.0.1 or http://localhost and the port will do',
  },
  {
    when: (env) => env.ROLLCALL_DESK_PERSON === 'required' && !env.OIDC_ISSUER && env.ACCOUNTS === 'off',
    fault:
      'OIDC_ISSUER must be set or ACCOUNTS must be on, because ROLLCALL_DESK_PERSON is required: otherwise, nobody can sign in',
  },
  ...(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_PRIVATE_KEY_FILE', 'OIDC_GROUPS_CLAIM'] as const).map((name) => ({
    when: (env: Variables) => env[name] && !env.OIDC_ISSUER,
    warning: `${name} has no effect unless OIDC_ISSUER is set`,
  })),
]

/** Reads valid variables. */
export function readSignIn(env: Variables): SignIn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_PRIVATE_KEY_FILE: file } = env
  if (issuer === undefined) return undefined
  return {
    issuer,
    clientId: env.OIDC_CLIENT_ID!,
    timeoutSeconds,
    proof: file === undefined ? { secret: env.OIDC_CLIENT_SECRET! } : { privateKey: readKey(file)! },
    groupsClaim: env.OIDC_GROUPS_CLAIM ?? defaultGroupsClaim,
  }
}

/** Keeps the spelling: providers compare the issuer as a text. */
function readIssuer(text: string): string | undefined {
  const url = URL.parse(text)
  return url && isSecure(text) && !url.search && !url.hash ? text : undefined
}

function readKey(path: string): string | undefined {
  try {
    const pem = readFileSync(path, 'utf8')
    return pem.includes('-----BEGIN PRIVATE KEY-----') ? pem : undefined
  } catch {
    return undefined
  }
}

/** Whether browsers keep the cookie of a session at this URL. */
export const isSecure = (text: string) => {
  const url = URL.parse(text)
  const isLocal = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
}
