import { networkInterfaces } from 'node:os'

/** An address of this machine that is not loopback; undefined if it has none. */
export const outerAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address
