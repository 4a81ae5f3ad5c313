import type { AccessTokenRecord } from '../../../client/client.ts'
import type { Scope } from '../../shared/access/session.ts'
import { isSameSet } from './rights.ts'

/** What the access token of a device permits, and the page that the device shows. */
export const deviceKinds = {
  desk: { scopes: ['checkin:read', 'checkin:write'], page: 'desk' },
  'waiting-room': { scopes: ['checkin:code'], page: 'desk?kiosk' },
} as const satisfies Record<string, { scopes: readonly Scope[]; page: string }>

export type DeviceKind = keyof typeof deviceKinds

export const kindNames = Object.keys(deviceKinds) as DeviceKind[]

/** Returns the kind of device that an access token is for; undefined if it is for something else. */
export const kindOf = ({ scopes }: Pick<AccessTokenRecord, 'scopes'>): DeviceKind | undefined =>
  kindNames.find((kind) => isSameSet(deviceKinds[kind].scopes, scopes))

/** Returns the address that signs a device in.
 *  @param folder the URL of the folder with the pages */
export const deviceAddress = (kind: DeviceKind, token: string, folder: URL): string =>
  new URL(`${deviceKinds[kind].page}#token=${token}`, folder).href
