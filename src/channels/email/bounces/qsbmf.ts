import { type BounceReport, bounceOf, maxRecipients } from './bounce.ts'

/** In bytes. Anybody can send a report. It begins with its text and the headers of the returned mail. */
export const maxQsbmfBytes = 64 * 1024

/** Reads a bounce of qmail (https://cr.yp.to/proto/qsbmf.txt), or one of Yahoo, which has the same form. qmail sends it after it has
 *  given up. Returns undefined for any other text. */
export function readQsbmf(text: string): BounceReport | undefined {
  const lines = text
    .slice(0, maxQsbmfBytes)
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
  if (!/^(?:Hi\. This is the|Sorry, we were unable to deliver)/.test(lines[0]!)) return undefined
  const breakAt = lines.findIndex((line) => line.startsWith('---'))
  if (breakAt === -1) return undefined
  const recipients = `${lines.slice(0, breakAt).join('\n')}\n`.matchAll(/^<([^<>\n]+)>:\n((?:[^\n]+\n)+)/gm)
  return {
    referenceText: lines.slice(breakAt).join('\n'),
    bounces: [...recipients.take(maxRecipients)].map(([, recipient, reason]) =>
      bounceOf(recipient!, undefined, reason),
    ),
  }
}
