import { ProblemError } from '../../client/client.ts'
import { askAccount, createPasskey } from '../shared/access/account.ts'
import { useWords } from '../shared/language.tsx'

/** How a person sets what they sign in with. */
export interface Ways {
  passkey(): Promise<unknown>
  password(password: string): Promise<unknown>
}

/** Uses the link of an invitation up. */
export const waysOfLink = (secret: string): Ways => ({
  async passkey() {
    const options = await askAccount<PublicKeyCredentialCreationOptionsJSON>('invitation/passkey-options', {
      ...{ method: 'POST', body: { secret } },
    })
    const passkey = await createPasskey(options)
    await askAccount('invitation/passkey', { method: 'POST', body: { secret, passkey } })
  },
  password: (password) => askAccount('invitation/password', { method: 'POST', body: { secret, password } }),
})

/** Adds to the account of the person who has signed in. */
export const ownWays: Ways = {
  async passkey() {
    const options = await askAccount<PublicKeyCredentialCreationOptionsJSON>('account/passkey-options')
    await askAccount('account/passkeys', { method: 'POST', body: await createPasskey(options) })
  },
  password: (password) => askAccount('account/password', { method: 'PUT', body: { password } }),
}

/** Returns a function that says why something was not set. */
export function useFaultOf() {
  const say = useWords('account-page')
  const { cancelled, failed } = useWords('account')
  return (error: unknown): string => {
    if (error instanceof DOMException && error.name !== 'TimeoutError') return cancelled
    if (!(error instanceof ProblemError)) return failed
    const reason = error.errors[0]?.reason
    if (reason === 'too-short' || reason === 'too-long' || reason === 'common') return say.password[reason]
    if (error.code === 'invitation-over') return say.invitation.over
    if (error.code === 'sign-in-again') return say.signInAgain
    if (error.code === 'last-passkey') return say.passkey.last
    return error.code === 'not-signed-in' || error.code === 'account-exists' ? say.passkey.refused : failed
  }
}
