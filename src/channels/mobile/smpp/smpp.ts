import type { TextProvider } from '../provider.ts'

/** A message centre, over SMPP 3.4. The library is loaded when the channel opens. */
export const smpp: TextProvider = {
  protocols: ['smpp:', 'smpps:'],
  plaintextProtocols: ['smpp:'],
  urlForm: 'an smpp: or smpps: URL',
  async open({ url, from }, { incoming, log, plaintextNetworks }) {
    const { smppSender } = await import('./sender.ts')
    return smppSender(url, from, incoming, log, plaintextNetworks)
  },
  refusal: async ({ url }, plaintextNetworks) =>
    new URL(url).protocol === 'smpp:' ? (await import('./sender.ts')).smppRefusal(url, plaintextNetworks) : undefined,
  fault: async ({ url }, plaintextNetworks) => (await import('./smpp-link.ts')).bindFault(url, plaintextNetworks),
}
