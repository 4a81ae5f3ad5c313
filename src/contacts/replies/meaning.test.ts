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
      'Confirmada',
      'Confirmo presença',
      'Confirmo a minha presença.',
      'Sim, vou',
      'Irei',
      'Bom dia, confirmo. Obrigada',
      'Cita confirmada',
      'Confirmo mi asistencia',
      'Sí, iré',
      'Allí estaré',
      'Claro que sí',
      'OK, muchas gracias',
      'Confirmée',
      'Je confirme ma présence',
      'J’y serai',
      'Je serai présente',
      'Bonjour, oui. Merci beaucoup',
      'I’ll be there',
      'Yes, I confirm',
      'Of course',
      'Hi, yes, thank you',
    ],
    cancel: [
      'Não poderei ir',
      'Infelizmente não posso comparecer',
      'Desculpe, não vou poder ir',
      'Desmarcar',
      'Não consigo',
      'No podré ir',
      'Lo siento, no puedo asistir',
      'Anular la cita',
      'Je ne pourrai pas venir',
      'Désolée, je ne peux pas',
      'Annuler le rendez-vous',
      'Sorry, I can’t make it',
      'Please cancel my appointment',
      'I won’t come',
    ],
    reschedule: [
      'Mudar a data',
      'Outra data, por favor',
      'Quero remarcar',
      'Remarcar consulta',
      'Cambiar la cita',
      'Otro horario',
      'Necesito otra fecha',
      'Une autre heure',
      'Changer de date',
      'Décaler le RDV',
      'Another date',
      'Please reschedule',
      'Different time',
    ],
    number: ['2 por favor', 'Olá, sim 1'],
    unclear: ['Obrigada', 'sim, não', 'Confirmo outra data', 'Bom dia'],
  }
  for (const [meaning, some] of [...Object.entries(texts), ...Object.entries(common)]) {
    test(`${meaning}: ${some.join(' | ')}`, () => {
      expect(some.map((text) => [text, interpret(text).meaning])).toEqual(some.map((text) => [text, meaning]))
    })
  }
})

describe('an opt-out in any reasonable wording', () => {
  const optOuts = {
    en: [
      'Stop. Thanks!',
      'please stop',
      'Stop it',
      'STOP STOP',
      'ok stop',
      'S.T.O.P',
      '“Stop”',
      'Stop 🛑',
      'END please',
      'Stop texting us',
      'Can you please stop sending me these texts?',
      'no more reminders please',
      'cancel all texts',
      'I don’t want to get any more messages',
      'Do not message me again',
      'Remove my number',
      'take us off this list',
      'Unsubscribe me, thanks',
      'I would like to opt out',
      'Leave me alone',
      'Stop. Don’t contact me.',
      'stop already',
      'Can u stop texting me',
      'cease',
      'Cease and desist',
      'Stoppp',
      'STOOOOP',
      `Stop\n\nSent from my iPhone`,
      'Stop texting me wrong number',
      'Stop calling and texting me',
      'stop calling me',
      'Please stop sending reminders, I already confirmed',
      'STOP! Sent from my Galaxy',
      `Unsubscribe\nGet Outlook for iOS`,
      'no texts please',
      'Don’t want these texts',
      'How do I unsubscribe?',
      'get me off your list',
      'could u pls stop messaging us',
      'wrong person, stop',
      'do not disturb',
    ],
    pt: [
      'Parar, se faz favor',
      'PARE OBRIGADA',
      'Sair por favor',
      'Pare de me mandar mensagem',
      'Podem parar de enviar SMS?',
      'não quero receber mais avisos',
      'Não me mandem mais nada',
      'chega de lembretes',
      'me tirem dessa lista',
      'Retirem o meu número',
      'Deixe-me em paz',
      'quero cancelar as mensagens',
      'Não me contactem mais, por favor',
      'Parar de receber',
      'Cancelar inscrição',
      'Anular subscrição',
      'Não me chateiem mais',
      'pode parar',
      'Podem parar com isto?',
      'Cancelar a assinatura',
      'Basta!',
      'não enviar mais mensagens',
      'Remover o meu número',
      'deixar de receber SMS',
      'nada de mensagens',
      'número errado, parem',
      `Sair\n\nEnviado do meu iPhone`,
      'Já não me chateies mais',
      'cancelem o envio de mensagens',
    ],
    es: [
      'Baja, gracias',
      'Alto por favor',
      'Quisiera darme de baja',
      'dejen de enviarme avisos',
      'no nos escriban más',
      'Ya no quiero recibir mensajes',
      'no más SMS',
      'Sáquenme de su lista',
      '¿Podrían dejar de escribirme?',
      'Cancelar mensajes',
      'Quiero dejar de recibir mensajes',
      'me quiero dar de baja',
      'Anular suscripción',
      'No molestar',
      'Basta',
      '¡Ya basta!',
      'no enviar más mensajes',
      'dejar de recibir avisos',
      'me gustaría dar de baja',
      'Eliminar mi número',
      'No mensajes',
      'no molesten más',
      'detener mensajes',
      `BAJA\nEnviado desde mi iPhone`,
    ],
    fr: [
      'Stop svp',
      'Arrêtez, merci',
      'cessez de m’écrire',
      'Ne m’envoyez plus de messages',
      'plus de SMS svp',
      'je ne veux plus recevoir vos rappels',
      'Veuillez me désinscrire',
      'retirez-moi de cette liste',
      'Stop aux SMS',
      'Veuillez arrêter',
      'Merci d’arrêter',
      'Cessez',
      'Pas de SMS',
      'Ne pas m’envoyer de SMS',
      'supprimer mon numéro',
      'J’arrête',
      'Arrête !',
      'Pouvez-vous arrêter ?',
      'Merci de cesser',
      'pas de rappels svp',
      'Ne m’envoyez pas de SMS',
      'Merci de supprimer mon numéro',
      'Ça suffit',
      'mauvais numéro, arrêtez',
      `Stop\n\nEnvoyé de mon iPhone`,
      'veuillez annuler mon abonnement',
    ],
    de: [
      'Stopp, danke',
      'Abmelden bitte',
      'Bitte keine Erinnerungen mehr',
      'ich will keine SMS mehr bekommen',
      'Schicken Sie mir keine Nachrichten',
      'Bitte nicht mehr anschreiben',
      'Streichen Sie mich aus dem Verteiler',
      'Ich möchte diese Nachrichten abbestellen',
      'Lasst mich in Ruhe',
      'Keine SMS',
      'Bitte keine SMS',
      'Hör auf',
      'Bitte aufhören',
      'Nummer löschen',
      'Abo beenden',
      'Bitte von der Liste streichen',
      'Hört endlich auf!',
      'Bitte keine Nachrichten',
      'meine Nummer bitte löschen',
      'Abo kündigen',
      'mich bitte vom Verteiler streichen',
      'mir bitte keine SMS mehr schicken',
      'falsche Nummer, bitte aufhören',
      `Stopp\n\nVon meinem iPhone gesendet`,
      'Hören Sie mit den Nachrichten auf',
      'Sofort aufhören',
    ],
    ar: [
      'توقفوا رجاءً',
      'أوقفوا هذه الرسائل',
      'لا أريد تلقي رسائل',
      'لا ترسلوا لي أي رسالة بعد الآن',
      'ألغوا الاشتراك',
      'توقفوا عن مراسلتي',
      'كفاية رسايل',
      'احذفوا رقمي من القائمة',
      'أرجو التوقف',
      'ارجو ايقاف الرسائل',
      'إزالة رقمي',
      'لا ترسل',
      'وقف',
      'حذف رقمي من القائمة',
      'عدم إرسال رسائل',
      'أرجو عدم الإرسال',
      'كفى',
      'بدون رسائل',
      'لا ترسلوا',
      'رقم غلط، توقفوا',
      `إيقاف\nأرسلت من iPhone`,
    ],
  }
  for (const [language, some] of Object.entries(optOuts)) {
    test(`is understood: ${language}`, () => {
      expect(some.filter((text) => interpret(text).meaning !== 'stop')).toEqual([])
    })
  }

  test('is not seen in a text that says anything else: staff read it', () => {
    const others = [
      'STOP 4711',
      'Don’t stop',
      'never stop texting me',
      'I stopped my tablets',
      'Can you stop by?',
      'the bus stop',
      'please stop the appointment',
      'Remove the stitches',
      'take me off the waiting list',
      'end of June',
      'no, stop',
      'Stop?',
      'I got no messages',
      'no more pain',
      'Reply STOP to end',
      'Stop the tablets?',
      'wrong number',
      'I already confirmed',
      'you have the wrong number',
      'text me',
      'call me',
      'Stop 12345',
      'Please don’t stop',
      'How do I stop the bleeding?',
      'no text',
      'Sent from my iPhone',
      'I sent it from my phone',
      'Please cancel the MRI and stop the drops',
      'cease fire',
      'não parem de enviar mensagens',
      'posso parar os comprimidos',
      'pode parar a medicação?',
      'não parem',
      'cancelar inscrição no curso',
      'não recebo mensagens',
      'não recebi mensagem',
      'para sexta',
      'vou sair já',
      'tirem os pontos',
      'necesito la baja',
      'baja médica',
      'me dan de baja?',
      'no recibí mensajes',
      'ya confirmé',
      'no dejen de escribirme',
      'no quiero más citas',
      'sin parar',
      'arrêt maladie',
      'Pas de message',
      'pas de rendez-vous',
      'arrêter la pilule',
      'j’arrête le traitement',
      'veuillez arrêter le traitement',
      'mauvais numéro',
      'n’arrêtez pas les messages',
      'pas reçu de message',
      'Je n’ai plus de sms',
      'Je n’ai pas de message',
      'arrêter le traitement',
      'plus de place',
      'Ich habe keine SMS bekommen',
      'Keine SMS mehr erhalten',
      'keine Nachricht mehr bekommen',
      'Ich will keine Erinnerungen abbestellen',
      'Bitte keine SMS stoppen',
      'Ich möchte die Nachrichten nicht abbestellen',
      'Keine Nachricht bekommen',
      'Nummer',
      'ich höre auf zu rauchen',
      'Aufhören zu rauchen?',
      'Fäden entfernen',
      'keine Zeit mehr',
      'vom Sport abmelden',
      'Bushaltestelle',
      'لا تتوقفوا عن إرسال الرسائل',
      'توقفت عن الدواء',
      'لم تصلني رسائل',
      'لا ترسل النتائج',
      'توقف الدواء',
      'رقم خاطئ',
      'موقف الحافلة',
    ]
    expect(others.filter((text) => interpret(text).meaning !== 'unclear')).toEqual([])
  })

  test('is a question to the contact, if it can also mean the visit', () => {
    for (const text of ['Ich möchte mich abmelden', 'muss mich leider abmelden', 'cancelar, por favor'])
      expect([text, interpret(text).meaning]).toEqual([text, 'cancel-or-stop'])
  })

  test('of 2,000 words is read at once', () => {
    expect(interpret('stop please '.repeat(1_000)).meaning).toBe('unclear')
  })
})

test('the line that a telephone adds to a text changes nothing', () => {
  const texts = {
    confirm: ['Yes\n\nSent from my iPhone', 'Ja\nVon meinem iPhone gesendet', 'Sim\nEnviado do meu Samsung Galaxy'],
    'cancel-or-stop': ['Please cancel\nSent from my phone', 'Annuler\n\nEnvoyé de mon iPhone'],
    number: ['2\nEnviado desde mi iPhone'],
  }
  for (const [meaning, some] of Object.entries(texts))
    for (const text of some) expect([text, interpret(text).meaning]).toEqual([text, meaning])
  expect(interpret('Outra data 30/11\nSent from my iPad')).toMatchObject({ meaning: 'reschedule', isWish: true })
})

test('a thumb or a check mark alone is a yes, with any skin tone and up to three times', () => {
  const thumbs = ['👍', '👍🏽', '👍🏿👍🏿', '👍 👍', '✅', '✅\ufe0f', '👍\ufe0f', '\u200b👍\u200b', '👍👍👍']
  for (const text of thumbs) expect([text, interpret(text)]).toEqual([text, { meaning: 'confirm', isThumb: true }])
  const others = ['👎', '❤️', '🙏', '👌', '👍?', '👍👎', '👍👍👍👍', '👍 to “Clinica”', 'Liked “…”', 'Reacted 👍 to “…”']
  for (const text of others) expect([text, interpret(text)]).toEqual([text, { meaning: 'unclear' }])
})
