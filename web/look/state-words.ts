import type { Language } from '../../client/words.ts'

/** The states of a visit as the pages show them. `overdue` is a visit that has begun without an arrival. */
export type ShownState = 'expected' | 'confirmed' | 'rescheduling' | 'cancelled' | 'arrived' | 'overdue'

export const stateWords: Record<Language, Record<ShownState, string>> = {
  en: {
    expected: 'Expected',
    confirmed: 'Confirmed',
    rescheduling: 'Wants another time',
    cancelled: 'Cancelled',
    arrived: 'Arrived',
    overdue: 'Overdue',
  },
  pt: {
    expected: 'Prevista',
    confirmed: 'Confirmada',
    rescheduling: 'Quer outra data',
    cancelled: 'Cancelada',
    arrived: 'Chegou',
    overdue: 'Em atraso',
  },
  es: {
    expected: 'Prevista',
    confirmed: 'Confirmada',
    rescheduling: 'Quiere otra fecha',
    cancelled: 'Cancelada',
    arrived: 'Ha llegado',
    overdue: 'Con retraso',
  },
  fr: {
    expected: 'Prévu',
    confirmed: 'Confirmé',
    rescheduling: 'Demande une autre date',
    cancelled: 'Annulé',
    arrived: 'Sur place',
    overdue: 'En retard',
  },
}
