import { describe, expect, test } from 'vitest'
import { languages } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { interpret } from './meaning.ts'

test('the answers that a message suggests are understood in each language', () => {
  for (const language of languages) {
    const { confirm, reschedule, cancel } = wordsOf('messages', language).answers
    expect([confirm, reschedule, cancel].map((text) => interpret(text).meaning)).toEqual([
      'confirm',
      'reschedule',
      'cancel',
    ])
    expect(interpret(`${reschedule} 12:30`)).toMatchObject({ meaning: 'reschedule', isWish: true })
  }
})

test('German and Arabic replies are understood with courtesies, other spellings and Arabic digits', () => {
  const meanings = { 'Ja, gerne! Danke': 'confirm', 'Bin leider verhindert': 'cancel', Stopp: 'stop' }
  const arabic = { 'نَعَم، شكرًا': 'confirm', 'للأسف لا أستطيع الحضور': 'cancel', الغاء: 'cancel-or-stop', إيقاف: 'stop' }
  for (const [text, meaning] of Object.entries({ ...meanings, ...arabic })) {
    expect([text, interpret(text).meaning]).toEqual([text, meaning])
  }
  expect(interpret('٢')).toEqual({ meaning: 'number', number: 2 })
  expect(interpret('هل الموعد غدًا؟').meaning).toBe('unclear')
})

describe('a text means', () => {
  const texts = {
    confirm: ['YES', 'y', 'Ok.', 'Sim, obrigado!', 'Sí', 'OUI', 'D’accord', 'Yes please 😊', 'Sim, por favor'],
    cancel: ['No', 'NÃO', 'nao posso', 'Non merci', 'I can’t come'],
    reschedule: ['OTHER', 'another time', 'OUTRA DATA 30/11', 'Outra', 'otra fecha', 'AUTRE', 'Remarcar'],
    stop: ['STOP', 'Stop!', 'stop all', 'Unsubscribe', 'parar', 'QUIT', 'end', 'Arrêt'],
    'cancel-or-stop': ['CANCEL', 'Cancelar', 'anular', 'Annuler', 'J’annule', 'Please cancel', 'Cancelar, obrigado'],
    start: ['START', 'unstop'],
    number: ['1', ' 2. ', 'SIM 1', '2 no', 'cancelar 2'],
    unclear: [
      '',
      'yes and no',
      'no problem, yes',
      'not yes',
      '10',
      '0',
      '1 2',
      'stop 1',
      'sim?? não',
      'Confirmado?',
      'Cancelar?',
    ],
  }
  const common = {
    confirm: [
      ...[
        'Confirmada',
        'Confirmo presença',
        'Confirmo a minha presença.',
        'Sim, vou',
        'Irei',
        'Bom dia, confirmo. Obrigada',
      ],
      ...['Cita confirmada', 'Confirmo mi asistencia', 'Sí, iré', 'Allí estaré', 'Claro que sí', 'OK, muchas gracias'],
      ...['Confirmée', 'Je confirme ma présence', 'J’y serai', 'Je serai présente', 'Bonjour, oui. Merci beaucoup'],
      ...['I’ll be there', 'Yes, I confirm', 'Of course', 'Hi, yes, thank you'],
    ],
    cancel: [
      ...[
        'Não poderei ir',
        'Infelizmente não posso comparecer',
        'Desculpe, não vou poder ir',
        'Desmarcar',
        'Não consigo',
      ],
      ...['No podré ir', 'Lo siento, no puedo asistir', 'Anular la cita'],
      ...['Je ne pourrai pas venir', 'Désolée, je ne peux pas', 'Annuler le rendez-vous'],
      ...['Sorry, I can’t make it', 'Please cancel my appointment', 'I won’t come'],
    ],
    reschedule: [
      ...['Mudar a data', 'Outra data, por favor', 'Quero remarcar', 'Remarcar consulta'],
      ...[
        'Cambiar la cita',
        'Otro horario',
        'Necesito otra fecha',
        'Une autre heure',
        'Changer de date',
        'Décaler le RDV',
      ],
      ...['Another date', 'Please reschedule', 'Different time'],
    ],
    number: ['2 por favor', 'Olá, sim 1'],
    unclear: ['Obrigada', 'please stop', 'sim, não', 'Confirmo outra data', 'Bom dia'],
  }
  for (const [meaning, some] of [...Object.entries(texts), ...Object.entries(common)]) {
    test(`${meaning}: ${some.join(' | ')}`, () => {
      expect(some.map((text) => [text, interpret(text).meaning])).toEqual(some.map((text) => [text, meaning]))
    })
  }
})
