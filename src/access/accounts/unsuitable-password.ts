import { dictionary } from '@zxcvbn-ts/language-common'
import { folded } from './account.ts'
import { maxPasswordLength, minPasswordLength } from './password.ts'

/** Why a password does not protect an account. */
export type Unsuitable = 'too-short' | 'too-long' | 'common'

let known: Set<string> | undefined

// 49,000 passwords of published leaks, of which 308 have 12 characters: most people lengthen a shorter one.
const isListed = (text: string) => {
  known ??= new Set(dictionary['passwords-common'] as string[])
  return known.has(text)
}

/** Returns why the service does not take a password. It asks for no kinds of characters (NIST SP 800-63B, 3.1.1.2).
 *  @param own the name of the person, and what they type to sign in */
export function unsuitable(password: string, own: string[]): Unsuitable | undefined {
  const text = password.normalize('NFKC')
  const { length } = [...text]
  if (length < minPasswordLength) return 'too-short'
  if (length > maxPasswordLength) return 'too-long'
  const lower = text.toLowerCase()
  // A common password with digits and signs around it, such as Password2026!
  const core = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const guessed = [...own, 'rollcall'].map(folded)
  const isMostly = core.length * 2 >= lower.length
  const isGuessed =
    isListed(lower) || (isMostly && (isListed(core) || guessed.includes(core))) || guessed.includes(lower)
  return isGuessed || /^(.{1,8}?)\1+$/u.test(lower) ? 'common' : undefined
}
