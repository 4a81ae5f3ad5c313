import { fold } from '../../../visits/search-text.ts'

/** An expression of one of the words, which bars separate. */
export const any = (...words: Parameters<typeof String.raw>) =>
  `(?:${String.raw(...words).replaceAll(/\s*\n\s*/g, '')})`

// Words that names of columns run together: apptstarttime, telefonemovel.
const parts = any`
  appointment|appt|patient|customer|client|provider|doctor|start|end|date|time|dob|birth|of|sex|gender|phone|
  mobile|cell|home|work|email|first|last|full|name|id|number|type|status|created|updated|booked|data|hora|nome|
  paciente|utente|medico|consulta|telefone|celular|movel|fecha|cita|nombre|telefono|movil|nascimento|nacimiento|
  inicio|fim|fin|termin|datum|zeit|uhrzeit|beginn|ende|heure|naissance|prenom|telephone|rdv|debut
`
const runTogether = new RegExp(`^(?:${parts}){2,6}$`)

/** Returns the words of a column's name: patientFirstName, "Patient.First_Name" and "Patient – first name" are alike. */
export function wordsOfHeader(name: string): string {
  const spaced = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
    .replaceAll('°', 'o')
  const words = fold(spaced)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.replaceAll(/\S{7,60}/g, (word) =>
    runTogether.test(word) ? word.replaceAll(new RegExp(parts, 'g'), '$& ').trim() : word,
  )
}
