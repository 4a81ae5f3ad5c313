import { type Client, type ClientOptions, createClient } from '../../../client/client.ts'
import { isUnattended } from './attendance.ts'

/** Returns a client of the service beside this page. A proxy may add a path. */
export const connect = (token: string, options: Omit<ClientOptions, 'url' | 'token'> = {}): Client =>
  createClient({ url: new URL('.', location.href).href, token, isUnattended, ...options })
