import type { CsvReport, Mapping } from '../../../client/client.ts'
import { problemOf } from '../../../client/problem-error.ts'
import { cookieSession } from '../../shared/access/session.ts'

interface Upload {
  token: string
  entityId: string
  mapping: Mapping
  isDryRun: boolean
  /** @param share of the bytes that the browser has sent, from 0 to 1 */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a file. `fetch` reports no progress of an upload.
 *  @throws ProblemError; TypeError without a connection; AbortError */
export function sendFile(file: Blob, { token, entityId, mapping, isDryRun, onProgress, signal }: Upload) {
  const url = new URL(`v1/notifications/${encodeURIComponent(entityId)}/csv`, new URL('.', location.href))
  url.searchParams.set('mapping', JSON.stringify(mapping))
  if (isDryRun) url.searchParams.set('dry_run', 'true')
  return new Promise<CsvReport>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    if (token !== cookieSession) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Content-Type', 'text/csv')
    request.setRequestHeader('Accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onload = () => readResponse(request).then(resolve, reject)
    request.onerror = () => reject(new TypeError('Cannot reach the service'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** @throws ProblemError */
async function readResponse(request: XMLHttpRequest): Promise<CsvReport> {
  const { status, responseText } = request
  if (status === 200) return JSON.parse(responseText)
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.map((line) => line.split(': ', 2) as [string, string])
  throw await problemOf(new Response(responseText, { status, headers }))
}
