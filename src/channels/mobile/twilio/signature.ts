import { isSame } from '../../secret-path.ts'
import { hmac } from '../../signed-callbacks.ts'

/** Whether Twilio has signed the form that it posts to the URL. https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function isSigned(authToken: string, signature: string, url: string, form: URLSearchParams): boolean {
  const sorted = new URLSearchParams(form)
  sorted.sort()
  const fields = [...sorted].flat().join('')
  const matches = spellings(url).map((spelling) =>
    isSame(signature, hmac('sha1', authToken, spelling + fields).digest('base64')),
  )
  return matches.includes(true)
}

/** Twilio signs some URLs without their port, and others with the standard one: its own libraries accept both. */
function spellings(url: string): string[] {
  const [, scheme, host, rest] = /^(https?:\/\/)([^/]*?)(?::\d+)?(\/.*)$/.exec(url)!
  return [url, `${scheme}${host}${rest}`, `${scheme}${host}:${scheme === 'https://' ? 443 : 80}${rest}`]
}
