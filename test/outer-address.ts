import { networkInterfaces } from 'node:os'

/** An address of this machine that is not loopback; undefined if it has none. */
export const outerAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

/** Reports skipped tests after all other output, where it is visible. */
export default () => () => {
  if (outerAddress !== undefined) return
  process.stderr.write('\nNOT TESTED WITHOUT TLS: this machine has no IPv4 address other than loopback. Add one.\n\n')
}
