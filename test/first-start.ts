import { expect } from 'vitest'

const pattern = /^ {2}(http\S+\/first-start#\S+)$/m

/** Waits until a process of the service has printed the link of the first start. */
export async function printedLink({ log }: { log: () => string }): Promise<string> {
  await expect.poll(log, { timeout: 60_000 }).toMatch(pattern)
  return pattern.exec(log())![1]!
}

/** Presses the button of the page behind the link. */
export function openLink(link: string): Promise<Response> {
  const { origin, hash } = new URL(link)
  return fetch(`${origin}/first-start/session`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', connection: 'close' },
    body: new URLSearchParams({ secret: hash.slice(1), name: 'Rita Melo' }),
  })
}
