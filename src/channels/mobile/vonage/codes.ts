import { codeTable } from '../../code-table.ts'

/** The codes of errors and of statuses that clinics meet. https://developer.vonage.com/en/api-errors/messages */
export const codes = codeTable('Vonage', {
  1020: ['none', 'Vonage refuses the text as invalid'],
  1040: ['none', 'Vonage cannot send to a number of this kind'],
  1050: ['none', 'the number is barred'],
  1090: ['none', 'the text is too long'],
  1170: ['none', 'the number is not valid'],
  1180: ['none', 'the telephone is switched off or out of reach'],
  1190: ['none', 'the number is no longer in use'],
  1200: ['none', 'the number has moved to another carrier, which does not deliver the text'],
  1210: ['none', 'the carrier classified the text as spam'],
  1220: ['none', 'the telephone was busy'],
  1230: ['none', "the carrier's network failed"],
  1240: ['none', 'the contact has unsubscribed from this sender'],
  1250: ['none', 'this sender cannot reach the number'],
  1260: ['none', 'the number cannot be reached'],
  1270: ['none', 'the carrier blocks the text because of the age of the subscriber'],
  1280: ['none', 'the carrier blocks texts to this number'],
  1290: ['none', "the contact's prepaid account has no credit"],
  1300: ['none', 'the carrier does not know the number'],
  1310: ['none', 'the telephone cannot receive the text'],
  1330: ['none', 'the carrier gives no reason'],
  1360: ['none', 'the text waited too long at the provider'],
  1430: ['none', 'the number is not valid'],

  1060: ['operator', 'Vonage has barred the account', 'Ask its support'],
  1070: ['operator', 'the account at Vonage has no credit', 'Add funds'],
  1080: ['operator', 'the account at Vonage is not enabled for this API', 'Ask its support'],
  1120: ['operator', "the rules of the contact's country do not allow the sender", 'Correct SMS_FROM'],
  1140: ['operator', 'the account at Vonage is not enabled for this API', 'Ask its support'],
  1160: [
    'operator',
    'a trial account sends only to the numbers in its list',
    'Add the number to it, or add funds at Vonage',
  ],
  1420: ['operator', 'Vonage does not accept the sender', 'Correct SMS_FROM'],

  1000: ['time', 'too many texts in a short time'],
  1241: ['time', 'too many texts in a short time'],
  1331: ['time', 'the carrier does not respond'],
})

/** Returns the code of an error, which its type ends in. Statuses have it as the title. 0: it has none. */
export const codeOf = ({ type, title }: { type?: unknown; title?: unknown }): number =>
  Number(/#(\d+)$/.exec(`${type}`)?.[1] ?? /^\d+$/.exec(`${title}`)?.[0] ?? 0)
