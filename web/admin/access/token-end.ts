import type { AccessTokenRecord } from '../../../client/client.ts'

/** Whether an access token is revoked or has expired. */
export const isEnded = ({ revoked_at, expires_at }: AccessTokenRecord) =>
  revoked_at !== undefined || (expires_at !== undefined && new Date(expires_at) <= new Date())
