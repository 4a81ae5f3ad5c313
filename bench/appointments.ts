import { formatInstant, type Instant } from '../src/platform/time/instant.ts'
import type { ActionLine, NotificationLine } from '../src/systems/import/history-line.ts'

export interface Appointment {
  notification: NotificationLine
  action: ActionLine
}

const day = 86_400_000_000
export const firstDay = Temporal.PlainDate.from('2025-01-01')

const givenNames = [
  'João',
  'Inês',
  'António',
  'Conceição',
  'Sebastião',
  'Mónica',
  'Gonçalo',
  'Lurdes',
  'Estêvão',
  'Zoé',
]
const surnames = [
  'Silva',
  'Gonçalves',
  'Simões',
  'Araújo',
  'Brandão',
  'Magalhães',
  'Vicência',
  'Assunção',
  'Sá',
  'Leitão',
]
const doctors = ['Ana Conceição Reis', 'Luís Falcão', 'Margarida Guimarães', 'Óscar Patrício', 'Júlia Antão Peixoto']
const expertises = ['Cardiologia', 'Obstetrícia', 'Clínica Geral e Familiar', 'Pneumologia', 'Ortopedia e Reabilitação']
const actions = ['confirm', 'confirm', 'confirm', 'reschedule', 'cancel'] as const

/** Yields an entity's history: `perDay` answers on each day, from 08:00 to 20:00 UTC. Each visit is three days later.
 *  Deterministic. */
export function* appointments(
  entityId: string,
  days: number,
  perDay: number,
  from: Temporal.PlainDate,
): Generator<Appointment> {
  const firstInstant: Instant = from.toZonedDateTime('UTC').epochMilliseconds * 1000
  for (let index = 0; index < days * perDay; index++) {
    const inDay = 8 / 24 + ((index % perDay) / perDay) * 0.5
    const at = firstInstant + Math.floor(index / perDay) * day + Math.floor(inDay * day) + ((index * 7919) % 1_000_000)
    yield appointment(entityId, index, at)
  }
}

function appointment(entityId: string, index: number, at: Instant): Appointment {
  const pick = <T>(choice: readonly T[], stride: number) => choice[Math.floor(index / stride) % choice.length]!
  const when = `${formatInstant(at + 3 * day).slice(0, 15)}0:00Z`
  const [year, month, date, hour, minute] = when.split(/\D/).map((part) => `${Number(part)}`)
  const id = String(index).padStart(9, '0')
  const notification: NotificationLine = {
    type: 'notification',
    id: `n-${entityId}-${id}`,
    entity_id: entityId,
    task_id: `t-${entityId}-${String(Math.floor(index / 200)).padStart(6, '0')}`,
    external_id: `AGENDA-${id}`,
    category: 'medical',
    target: 'appointment',
    contact: {
      external_id: `UTENTE-${String((index * 31) % 1_000_000).padStart(7, '0')}`,
      name: `${pick(givenNames, 1)} ${pick(surnames, 10)} ${pick(surnames, 7)}`,
      gender: index % 2 ? 'F' : 'M',
      language: 'pt_PT',
      country: 'PT',
      citizen_id: String(10_000_000 + index),
      birth_date: `19${40 + (index % 60)}-0${1 + (index % 9)}-1${index % 10}`,
    },
    params: {
      year: year!,
      month: month!,
      day: date!,
      hour: hour!,
      minute: minute!,
      when,
      event_date: when,
      doctor: pick(doctors, 3),
      doctor_external_id: `MEDICO-${index % 40}`,
      doctor_expertise: pick(expertises, 3),
      doctor_gender: pick(['F', 'M'], 3),
    },
  }
  const action: ActionLine = {
    type: 'action',
    id: `a-${entityId}-${id}`,
    entity_id: entityId,
    notification_id: notification.id,
    action: pick(actions, 1),
    date: formatInstant(at),
    channel: 'mobile',
    uid: `+35191${String((index * 37) % 10_000_000).padStart(7, '0')}`,
  }
  return { notification, action }
}
