import { type AccessTokenStatus, createClient, type Entity, ProblemError } from '../../client/client.ts'

/** Who this device is signed in as. */
export interface Session {
  token: string
  scopes: AccessTokenStatus['scopes']
  /** Those that the token is for, up to `maxEntities` of them, and the one that the page shows. */
  entities: Entity[]
  entity: Entity
}

export type Scope = Session['scopes'][number]

/** Why somebody was not signed in, or is no more. */
export type SignInFault =
  | 'no-token'
  | 'not-accepted'
  | 'no-connection'
  | 'no-entity'
  | 'unavailable'
  | { lacks: Scope[] }

const maxEntities = 1_000

/** Where the service is: beside this page, under whatever path. */
export const serviceUrl = new URL('.', location.href).href

/** The session of an access token. Keeps to the entity of `wanted` if the token is for it.
 *  @throws SignInFault */
export async function openSession(token: string, needed: readonly Scope[], wanted?: string): Promise<Session> {
  try {
    const client = createClient({ url: serviceUrl, token, retries: 1, timeoutMs: 10_000 })
    const { scopes } = await client.accessToken()
    const lacks = needed.filter((scope) => !scopes.includes(scope))
    if (lacks.length > 0) throw { lacks } satisfies SignInFault
    const entities: Entity[] = []
    for await (const entity of client.entities()) if (entities.push(entity) === maxEntities) break
    const entity = entities.find(({ id }) => id === wanted) ?? (await beyond(wanted)) ?? entities[0]
    if (!entity) throw 'no-entity' satisfies SignInFault
    return { token, scopes, entities, entity }

    /** Of a token that is for more than are listed. */
    async function beyond(id: string | undefined) {
      return id !== undefined && entities.length === maxEntities ? client.entity(id).catch(() => undefined) : undefined
    }
  } catch (error) {
    throw error instanceof Error ? faultOf(error) : error
  }
}

function faultOf(error: Error): SignInFault {
  if (!(error instanceof ProblemError)) return 'no-connection'
  return error.status === 401 || error.status === 400 ? 'not-accepted' : 'unavailable'
}

/** Sessions of a page, in a place of the browser that outlives the page: for good on a device of the desk, and until the
 *  tab is closed elsewhere. */
export function keptSession(storage: Storage, key: string) {
  return {
    read(): Session | undefined {
      // What another version kept may be of another shape.
      try {
        const kept: Session = JSON.parse(storage.getItem(key) ?? '')
        return kept.entities.length > 0 && kept.scopes.length > 0 && kept.entity.time_zone ? kept : undefined
      } catch {
        return undefined
      }
    },
    write: (session: Session) => storage.setItem(key, JSON.stringify(session)),
    forget: () => storage.removeItem(key),
  }
}

/** A token that the address brought behind `#token=`, which then has it no more. */
export function takeTokenFromAddress(): string | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const token = fragment.get('token') ?? undefined
  if (token === undefined) return undefined
  fragment.delete('token')
  const rest = `${fragment}`
  history.replaceState(null, '', location.pathname + location.search + (rest && `#${rest}`))
  return token
}

export const isToken = (text: string) => /^rc_[0-9A-Za-z]{36}$/.test(text)
