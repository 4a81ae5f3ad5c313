import { isCheckinToken, isIssuedToken, issuedCharacters, normalSpelling } from '../../../client/token-spelling.ts'
import type { ScannedCode } from '../verdict/verdict.ts'

/** Whether the text can be a code, also one in groups. A URL path cannot contain `.` or `..` as a segment. */
export const isCode = (text: string) =>
  (isCheckinToken(text) || normalSpelling(text) !== undefined) && text !== '.' && text !== '..'

const isIssued = (text: string) => isIssuedToken(normalSpelling(text) ?? text)

/** Whether a text contains a code of the service, which nobody types by chance. */
export const hasIssuedCode = (text: string) => [text, ...withoutFrame(text)].some(isIssued)

/** The codes that a scan can mean, the likeliest first: each text as it is, then without what a scanner adds to a code. */
export const readingsOf = ({ code, readings = [] }: ScannedCode): string[] => {
  const texts = [code, ...readings]
  return [...new Set([...texts, ...texts.flatMap(withoutFrame)])].filter(isCode)
}

// `]Q1` names the kind of the symbol. ISO/IEC 15424.
const symbologyIdentifier = /^\][A-Za-z][0-9A-Za-z]/

/** Returns the text without outer spaces and the identifier of the symbol, and the codes of the service in it: scanners also add
 *  other characters. */
function withoutFrame(text: string): string[] {
  const bare = text.trim().replace(symbologyIdentifier, '')
  if (isIssued(bare)) return [bare]
  const inner = bare.split(/[^0-9A-Za-z]+/).filter(isIssued)
  return [bare, ...inner, ...[bare.slice(-issuedCharacters), bare.slice(0, issuedCharacters)].filter(isIssued)]
}
