import type { Language } from '../../client/words.ts'

/** The states of a visit as the pages show them. `overdue` is a visit that began ten minutes ago, without an
 *  arrival. `kept` is an arrival that only this device has. */
export type ShownState = 'expected' | 'confirmed' | 'rescheduling' | 'cancelled' | 'arrived' | 'kept' | 'overdue'

export const stateWords: Record<Language, Record<ShownState, string>> = {
  en: {
    expected: 'Expected',
    confirmed: 'Confirmed',
    rescheduling: 'Wants another time',
    cancelled: 'Cancelled',
    arrived: 'Arrived',
    kept: 'Not sent yet',
    overdue: 'Overdue',
  },
  pt: {
    expected: 'Prevista',
    confirmed: 'Confirmada',
    rescheduling: 'Quer outra data',
    cancelled: 'Cancelada',
    arrived: 'Chegou',
    kept: 'Por enviar',
    overdue: 'Em atraso',
  },
  es: {
    expected: 'Prevista',
    confirmed: 'Confirmada',
    rescheduling: 'Quiere otra fecha',
    cancelled: 'Cancelada',
    arrived: 'Ha llegado',
    kept: 'Sin enviar',
    overdue: 'Con retraso',
  },
  fr: {
    expected: 'Prévu',
    confirmed: 'Confirmé',
    rescheduling: 'Demande une autre date',
    cancelled: 'Annulé',
    arrived: 'Sur place',
    kept: 'À envoyer',
    overdue: 'En retard',
  },
}
