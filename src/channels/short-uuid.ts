/** Writes a UUID in 22 characters (base64url), for fields of providers with a maximum length. */
export const shortUuid = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')

/** Returns the UUID of 22 characters. */
export const longUuid = (short: string) =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
