/** How people can sign in. */
export interface Offered {
  /** Whether there is an identity provider. */
  offered: boolean
  /** Whether there are accounts, and the browser keeps their session at this address. */
  accounts: boolean
  /** Whether passkeys work at this address, and in this browser. */
  passkeys: boolean
}

/** Returns how people can sign in at this address. */
export async function readOffered(): Promise<Offered> {
  const response = await fetch(new URL('sign-in/offered', new URL('.', location.href)))
  const { offered, accounts, passkeys } = (await response.json()) as Record<string, unknown>
  const knowsPasskeys = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
  return {
    offered: offered === true,
    accounts: accounts === true && isSecureContext,
    passkeys: passkeys === location.origin && knowsPasskeys,
  }
}
