import {
  aboutName,
  birth,
  booked,
  citizen,
  doctor,
  end,
  home,
  number,
  other,
  patient,
  visit,
} from './header-classes.ts'
import { any } from './header-text.ts'

interface FieldWords {
  /** The whole name of a column. */
  exact: string
  /** A part of the name. */
  part: string
  /** A part that many other columns have, too. */
  weak?: string
  /** The other words that a name with this part can have; another word makes the column doubtful. */
  known?: string
  /** Says that the column is about something similar. */
  against?: string
  /** Says that it is about somebody or something else. */
  never?: string
}

const of = '(?: (?:do|da|de|del|de la|des|du|der|of|the))?'
const day = any`date?|data|fecha|datum|dia|day|tag|jour|dt|تاريخ|التاريخ|اليوم`
const clock = any`times?|horas?|uhrzeit|zeit|heures?|horario|hour|tm|الوقت|الساعة`
const start = any`start\w*|begin\w*|beginnt (?:am|um)|inicio|comienzo|debut|anfang|von|from|de|das|desde|بداية`
const named = any`names?|nomes?|nombres?|nom|الاسم|اسم`
const mail = any`e ?mails?|mail|correo(?: electronico)?|courriel|adresse e ?mail|endereco de e ?mail|البريد|بريد`
const cell = any`
  mobil[ef]?\w*|cel(?:l\w*|ular\w*)?|telemovel|telemoveis|tlm|movil\w*|handy\w*|portable|gsm|wireless|sms|
  telefone movel|text|جوال|الجوال|المحمول
`
const phone = any`(?:tele)?phones?|tel|telefon[eo]?\w*|fone|contacto?|contato|ph|telf|هاتف|الهاتف`
/** What can stand beside a contact's telephone or e-mail. */
const beside = any`
  ${patient}|${number}|address|adresse|direccion|endereco|principal|main|primary|preferred|contact|contacto|contato|
  do|da|de|del|du|der|des|of|the|m|mobile|movel|1|s|e|y|and|ou|or|o|com|ddd|whats ?app
`
const someone = `${doctor}|${other}`

/** The words of each field's columns. */
export const headerWords = {
  date: {
    exact: any`
      ${day}|${day} ${clock}|${day} e ${clock}|${day} y ${clock}|${day} et ${clock}|${day} und ${clock}|when|
      ${visit}|${start}(?: (?:${day}|${clock}))?|(?:${start} )?${day}(?: ${clock})?${of} ${visit}|
      ${visit} (?:${start} )?(?:${day}|${clock})(?: ${clock})?|${visit} ${start}|${day} ${start}|${visit}${day}|
      service date|date of service|dos|scheduled (?:${day}|for|start)(?: ${clock})?
    `,
    part: any`${day}|${visit}|when|${start}|\w*datum|\w*date`,
    against: any`${booked}|${end}|${number}|(?:status|type|reason|duration|length|notes?)`,
    never: birth,
  },
  time: {
    exact: any`
      ${clock}|${start}(?: ${clock})?|${clock}${of} (?:${start}|${visit})|${visit} (?:${start} )?${clock}|
      ${clock} ${start}|${visit} ${start}|${visit}${clock}|scheduled ${clock}
    `,
    part: any`${clock}|${start}|\w*zeit`,
    against: any`${booked}|${end}|(?:zone|duration|duracao|duracion|dauer|duree|length|units)`,
    never: birth,
  },
  end: {
    exact: any`
      ${end}|${end} (?:${clock}|${day})(?: ${clock})?|${clock}${of} ${end}|${clock} ${end}|
      ${visit} ${end}(?: ${clock})?
    `,
    part: end,
    against: any`${booked}|status|reason`,
    never: birth,
  },
  meridiem: { exact: any`am pm|ampm|a p|meridiem|am or pm`, part: '(?!)' },
  'end date': { exact: `${end} ${day}|${day}${of} ${end}|endet am`, part: '(?!)', never: birth },
  'contact.name': {
    exact: any`
      ${named}|(?:full|complete|display) name|${named} complet[oa]?|${patient}(?: (?:full )?${named})?|
      ${named}(?: complet[oa]?)?${of} ${patient}|(?:nach)?name,? vorname|nom (?:et )?prenoms?|prenoms? (?:et )?nom|
      nombre y apellidos?|apellidos?,? (?:y )?nombres?|last(?: ?name)? first(?: ?name)?|${patient}name|اسم المريض
    `,
    part: any`${named}|${patient}|\w+name`,
    against: any`
      ${aboutName}|${birth}|(?:first|last|given|sur\w*|family|apelidos?|apellidos?|sobrenome|prenom|vor\w*|nach\w*)
    `,
    never: any`${someone}|(?:${visit})`,
  },
  'contact.first_name': {
    exact: any`
      (?:${patient} )?(?:first|given|fore) ?names?|f ?name|first|primeiros? nomes?|nomes? propri[oa]s?|vornamen?|
      prenoms?|nombres? de pila|prenom${of} ${patient}|vorname ${patient}|${patient} (?:vorname|prenom)|pat f ?name
    `,
    part: any`first ?name|given ?name|forename|vorname|prenom`,
    against: aboutName,
    never: someone.replace('family', 'familiar'),
  },
  'contact.last_name': {
    exact: any`
      (?:${patient} )?(?:last|family|sur) ?names?|l ?name|last|apelidos?|sobrenomes?|ultimos? nomes?|
      (?:primer |1o? )?apellidos?|apellido (?:1|paterno)|apellidos?${of} ${patient}|nachname|familienname|zuname|
      nom de famille|nachname ${patient}|${patient} (?:nachname|nom)|pat l ?name
    `,
    part: any`last ?name|surname|family ?name|apelidos?|apellidos?|sobrenome|nachname|familienname`,
    against: aboutName,
    never: someone.replace('family', 'familiar'),
  },
  'contact.second_last_name': {
    exact: 'segundo apellido|apellido (?:2|materno)|2 apellido|2o apellido|second surname',
    part: '(?!)',
  },
  mobile: {
    exact: any`
      ${cell}(?: (?:${phone}|${number}))?(?: ${number})?|${phone} ${cell}|
      (?:${patient} )?${cell}(?: ${phone})?(?: ${number})?|(?:${cell}|${phone} ${cell})${of} ${patient}|
      ${number} ${cell}
    `,
    part: any`${cell}|${phone}|\w*telefon\w*`,
    known: beside,
    against: home,
    never: any`${someone}|${mail}`,
  },
  whatsapp: {
    exact: any`whats ?app(?: ${number})?`,
    part: 'whats ?app',
    against: any`status|consent|opt|link`,
    never: someone,
  },
  email: {
    exact: any`${mail}(?: address)?|(?:${patient} )${mail}(?: address)?|${mail}${of} ${patient}|${mail} ${patient}`,
    part: any`${mail}|\w*mail`,
    known: beside,
    against: any`status|sent|consent|opt|type|secondary|2|work|other`,
    never: someone,
  },
  external_id: {
    exact: any`
      ids?|key|chave|clave|schlussel|cle|uid|${visit} ?${number}|${number}${of} ${visit}|aptnum|appointmentid|
      confirmation (?:${number}|code)|${visit}${number}
    `,
    part: any`${visit} (?:\w+ )?${number}|${number} (?:\w+ )?${visit}|${visit}(?:id|ident|nr|num)`,
    weak: any`^${number}$`,
    against: any`${patient}|type|status|service|location|account|transaction|order|payment|citizen|tax|\w*pat\w*`,
    never: any`${someone}|${phone}|${cell}|${mail}|${birth}|(?:nif|cpf|dni|nie|ssn|ssid|policy|room|zip)`,
  },
  'contact.external_id': {
    exact: any`
      ${patient} ?${number}|${number}${of} ${patient}|${patient}${number}|mrn|${patient} mrn|utente|processo|
      ${number}${of} processo|prontuario|${number}${of} prontuario|n ?h ?c|
      (?:${number}${of} )?historia(?: clinica)?|hc|ipp|patnum|patientid|chart(?: ?${number})?|
      (?:${patient} )?chart ${number}|medical record(?: ${number})?|record ${number}|(?:emr|ehr) ${number}|sns|
      ${number} sns|nhs(?: ${number})?|nhi|hospital ${number}|ur ${number}|urn|file ${number}|cartao(?: sns| sus)?|
      cns|patid|patnr|${number} dossier|dossier|رقم المريض|رقم الملف
    `,
    part: any`
      ${patient} (?:\w+ )?${number}|${number} (?:\w+ )?${patient}|${citizen} ${patient}|${patient} ${citizen}|mrn|
      chart|prontuario|processo|historia|utente|dossier|ficha|\w*pat\w*(?:id|nr|num)
    `,
    weak: citizen,
    against: any`status|type|account|${visit}|phone`,
    never: any`${someone.replace('|familia', '').replace('|account', '')}|${phone}|${cell}|${mail}|${birth}`,
  },
  'contact.birth_date': {
    exact: any`${birth}|(?:${patient} )?(?:${day}${of} )?${birth}(?: ${day})?`,
    part: birth,
    never: any`${someone}|place|local|lugar|ort|lieu`,
  },
  'contact.gender': {
    exact: any`(?:${patient} )?(?:sex[oe]?|gender|genero|geschlecht|genre|الجنس)`,
    part: any`sex|sexo|gender|geschlecht`,
    never: any`${someone}|birth`,
  },
  'params.doctor': {
    exact: any`
      ${doctor}(?: ${named})?|(?:${named}|nome)${of} ${doctor}|${doctor}name|${visit} ${doctor}|
      (?:attending|rendering|treating|scheduled|responsible) ${doctor}|${doctor} (?:responsavel|asignado|assigne)|
      with|com|con|bei|mit
    `,
    part: any`${doctor}|booked with`,
    weak: any`calendar|kalender|agenda|resource|ressource|recurso|columna?`,
    against: any`${number}|type|tipo|status|secondary|2`,
    never: any`
      ${other.replace('|host', '')}|${phone}|${mail}|${cell}|
      (?:speciali?ty|especialidade?|fachrichtung|specialite|npi|fee|commission|notes)
    `,
  },
  'params.doctor_external_id': {
    exact: any`
      ${doctor} ?${number}|${number}${of} ${doctor}|npi|(?:${doctor} )?npi(?: ${number})?|lanr|rpps|crm|
      ${number} colegiado
    `,
    part: any`${doctor} ${number}|${number} ${doctor}`,
    never: any`${other.replace('|host', '')}|${phone}|${mail}|${cell}`,
  },
  'params.doctor_expertise': {
    exact: any`
      especialidad(?:e|es)?|specialt(?:y|ies)|speciality|expertise|fachrichtung|fachgebiet|specialite|discipline|
      disciplina|${doctor} (?:specialty|especialidade)|التخصص
    `,
    part: any`especialidade?|special(?:i)?ty|fachrichtung|specialite`,
    against: number,
    never: other,
  },
  'params.exam': { exact: any`exam|exame|examen|untersuchung`, part: '(?!)' },
  'params.vaccine': {
    exact: any`vacina|vacuna|vaccine|impfstoff|vaccin`,
    part: any`vacina|vacuna|vaccine|impfstoff|vaccin`,
    against: any`${number}|${day}|lot|lote|dose`,
  },
} satisfies Record<string, FieldWords>
export type Meaning = keyof typeof headerWords

const compiled = Object.fromEntries(
  Object.entries<FieldWords>(headerWords).map(([meaning, { exact, part, weak, known, against, never }]) => {
    const word = (source = '(?!)') => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u')
    return [
      meaning,
      {
        exact: new RegExp(`^(?:${exact})$`, 'u'),
        part: word(part),
        weak: word(weak),
        known: word(known),
        against: word(against),
        never: word(never),
      },
    ]
  }),
) as Record<Meaning, Record<keyof FieldWords, RegExp>>

/** How well the name of a column fits a field. 100 is the whole name. 0 is a name that says nothing. A negative score is the name of
 *  something similar, or of something else. */
export function headerScore(meaning: Meaning, words: string): number {
  const { exact, part, weak, known, against, never } = compiled[meaning]
  if (exact.test(words)) return 100
  if (never.test(words)) return Number.NEGATIVE_INFINITY
  const isAbout = part.test(words)
  if (against.test(words)) return isAbout ? -10 : Number.NEGATIVE_INFINITY
  if (isAbout) return hasOtherWords(words, part, known) ? 30 : 60
  return weak.test(words) ? 30 : 0
}

/** Whether a name has words beside a part that say something unknown. Fields without a list of known words accept any. */
const hasOtherWords = (words: string, part: RegExp, known: RegExp): boolean =>
  known.source.includes('(?!)') === false &&
  words.replaceAll(new RegExp(part, 'gu'), '').replaceAll(new RegExp(known, 'gu'), '').trim() !== ''
