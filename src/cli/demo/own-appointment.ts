import { defaultArrivalWindow } from '../../entities/default-arrival-window.ts'
import { nextInOfficeHours } from './office-hours.ts'

/** Returns the appointment that the newcomer answers, in an hour or at the next opening, and the minutes before it at which
 *  the desk can mark the arrival: from now on, also at night. */
export function ownAppointment(now: Temporal.ZonedDateTime) {
  const start = nextInOfficeHours(now, 60)
  const arriveEarly = Math.max(defaultArrivalWindow.arrive_early, Math.ceil(now.until(start).total('minutes')))
  return { arriveEarly, task: taskAt(start) }
}

const taskAt = (start: Temporal.ZonedDateTime) => ({
  category: 'medical',
  target: 'appointment',
  notifications: [
    {
      external_id: 'DEMO-1',
      contact: { external_id: 'P-DEMO', name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
      addresses: [
        { channel: 'mobile' as const, uid: '+351912345678' },
        { channel: 'email' as const, uid: 'maria.santos@example.org' },
      ],
      params: { when: `${start.toInstant()}`, doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' },
    },
  ],
})
