import { networkInterfaces } from 'node:os'

/** An address of this machine that is not loopback; undefined if it has none. */
export const outerAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

/** Says last of all, where it is seen, that the tests which need the address were skipped. */
export default () => () => {
  if (outerAddress !== undefined) return
  process.stderr.write(
    '\nNOT TESTED WITHOUT TLS: this machine has no IPv4 address but loopback. Give it another one.\n\n',
  )
}
