import { hours, systemClock } from '../src/platform/time/instant.ts'
import type { Client } from './dataset.ts'
import type { Request } from './questions.ts'

let submitted = 0

/** Returns `count` distinct tasks of one notification each, for the clinics in turn. `send_at` is tomorrow, so the service
 *  sends nothing during the benchmark. */
export function taskSubmissions(clients: Client[], count: number): Request[] {
  const tomorrow = new Date((systemClock.now() + hours(24)) / 1_000).toISOString()
  const when = new Date((systemClock.now() + hours(48)) / 1_000).toISOString()
  return Array.from({ length: count }, () => {
    const number = submitted++
    const { id, accessToken } = clients[number % clients.length]!
    const item = {
      external_id: `MARCACAO-${number}`,
      contact: { external_id: `UTENTE-${number}`, name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
      addresses: [{ channel: 'mobile', uid: `91${String(number % 10_000_000).padStart(7, '0')}` }],
      params: { when, doctor: 'Ana Reis', doctor_external_id: 'MEDICO-7', doctor_expertise: 'Cardiologia' },
      send_at: tomorrow,
    }
    return {
      path: `/v1/notifications/${id}`,
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ category: 'medical', target: 'appointment', notifications: [item] }),
    }
  })
}
