export interface Clinic {
  id: string
  name: string
  zone: string
  language: string
  seed: number
  /** The common part of the ids of its notifications, tasks and actions. */
  mark: string
  visitKey: string
  personKey: string
  visitsPerDay: number
  people: number
  holidays: string[]
  /** Returns an unassigned number, or one reserved for fiction. Accepts 0 to 599. */
  phone(number: number): string
  /** Locales of its contacts, weighted by repetition. */
  locales: string[]
  givenNames: { F: string[]; M: string[] }
  surnames: string[]
  /** 1 or 2, by local custom. */
  surnamesEach: number
  /** Unusual names as in real files: particles, apostrophes, a formula, a test entry. */
  oddNames: string[]
  doctors: Record<string, string>[]
  dentists: Record<string, string>[]
  leaflet: string
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')
const newYork = ['212', '347', '646', '718', '917', '929']

export const clinics: Clinic[] = [
  {
    id: 'clinica-lisboa',
    name: 'Clínica Lisboa',
    zone: 'Europe/Lisbon',
    language: 'pt-PT',
    seed: 20260329,
    mark: 'lis',
    visitKey: 'A-',
    personKey: 'P-',
    visitsPerDay: 12,
    people: 320,
    holidays: ['2026-04-03', '2026-04-25', '2026-05-01'],
    phone: (number) => `+351900${digits(number, 6)}`,
    locales: ['pt_PT', 'pt_PT', 'pt_PT', 'pt_PT', 'pt_PT', 'pt_PT', 'pt_BR', 'en_GB', 'uk_UA'],
    givenNames: {
      F: ['Inês', 'Conceição', 'Mónica', 'Lurdes', 'Zoé', 'Beatriz', 'Maria da Luz', 'Leonor', 'Assunção', 'Íris'],
      M: ['João', 'António', 'Gonçalo', 'Estêvão', 'Sebastião', 'Rui', 'Tomás', 'José Luís', 'Óscar', 'Martim'],
    },
    surnames: [
      ...['Silva', 'Simões', 'Araújo', 'Brandão', 'Magalhães', 'Assunção', 'Sá', 'Leitão', 'Peixoto', 'Guimarães'],
      ...['Falcão', 'Patrício', 'Antão', 'Lourenço', 'Vilaça', 'Quintã', 'Monteiro', 'Gouveia', 'Fragoso', 'Mourão'],
    ],
    surnamesEach: 2,
    oddNames: [
      "Ângela D'Ávila e Sousa",
      '=Teste da Receção',
      "Sant'Ana de Jesus Ó",
      'Bebé de Íris Quintã (2)',
      'Li Na',
    ],
    doctors: [
      { doctor: 'Ana Reis', doctor_external_id: 'D-9', doctor_expertise: 'Cardiologia', doctor_gender: 'F' },
      { doctor: 'Luís Falcão', doctor_external_id: 'D-11', doctor_expertise: 'Pneumologia', doctor_gender: 'M' },
      { doctor: 'Júlia Antão', doctor_external_id: 'D-12', doctor_expertise: 'Obstetrícia', doctor_gender: 'F' },
      { doctor: 'Óscar Patrício', doctor_external_id: 'D-15', doctor_expertise: 'Clínica Geral', doctor_gender: 'M' },
      { doctor: 'Equipa de Enfermagem', doctor_external_id: 'D-20', doctor_expertise: 'Vacinação' },
    ],
    dentists: [
      { dentist: 'Margarida Guimarães', dentist_external_id: 'D-31', chair: '1' },
      { dentist: 'Tomás Vilaça', dentist_external_id: 'D-32', chair: '2' },
    ],
    leaflet: 'preparação da consulta.pdf',
  },
  {
    id: 'centro-nube-alta',
    name: 'Centro Médico Nube Alta',
    zone: 'America/Santiago',
    language: 'es-CL',
    seed: 20260404,
    mark: 'scl',
    visitKey: 'CITA/2026/',
    personKey: 'FICHA-',
    visitsPerDay: 9,
    people: 260,
    holidays: ['2026-04-03', '2026-04-04', '2026-05-01'],
    phone: (number) => `+5690${digits(number, 7)}`,
    locales: ['es_CL', 'es_CL', 'es_CL', 'es_CL', 'es_CL', 'es_PE', 'es_VE', 'fr_HT'],
    givenNames: {
      F: ['Rocío', 'Begoña', 'Sofía', 'Millaray', 'Inés', 'Ximena', 'María José', 'Violeta', 'Úrsula', 'Antonia'],
      M: ['Andrés', 'Tomás', 'Íñigo', 'Matías', 'Lautaro', 'Joaquín', 'José Miguel', 'Óscar', 'Benjamín', 'Simón'],
    },
    surnames: [
      ...['Núñez', 'Ibáñez', 'Muñoz', 'Peña', 'Carreño', 'Ñancupil', 'Huenchumán', 'Zúñiga', 'Vergara', 'Mancilla'],
      ...['Cárdenas', 'Echeñique', 'Güell', 'Lagos', 'Riquelme', 'Sepúlveda', 'Tapia', 'Ulloa', 'Yáñez', 'Araya'],
    ],
    surnamesEach: 2,
    oddNames: ["Bernarda O'Higgins-Yáñez", '+Paciente de Prueba', 'María «Maru» Güell', 'de la Ñ'],
    doctors: [
      { doctor: 'Paulina Echeñique', doctor_external_id: '1007', doctor_expertise: 'Pediatría', doctor_gender: 'F' },
      { doctor: 'Ramiro Güell', doctor_external_id: '1012', doctor_expertise: 'Traumatología', doctor_gender: 'M' },
      { doctor: 'Ayelén Huenchumán', doctor_external_id: '1031', doctor_expertise: 'Oftalmología', doctor_gender: 'F' },
      { doctor: 'Toma de muestras', doctor_external_id: '1900', doctor_expertise: 'Laboratorio' },
    ],
    dentists: [{ dentist: 'Joaquín Zúñiga', dentist_external_id: '2004', chair: 'Sillón A' }],
    leaflet: 'indicaciones para su atención.pdf',
  },
  {
    id: 'juniper-street',
    name: 'Juniper Street Clinic',
    zone: 'America/New_York',
    language: 'en-US',
    seed: 20260308,
    mark: 'nyc',
    visitKey: 'APT#',
    personKey: 'MRN',
    visitsPerDay: 9,
    people: 260,
    holidays: [],
    phone: (number) => `+1${newYork[Math.floor(number / 100)]}55501${digits(number % 100, 2)}`,
    locales: ['en_US', 'en_US', 'en_US', 'en_US', 'es_US', 'es_DO', 'zh_CN', 'ht_HT'],
    givenNames: {
      F: ['Grace', 'Imani', 'Zoë', 'Maeve', 'Renée', 'Yesenia', 'Priya', 'Hannah', 'Siobhán', 'Ruth'],
      M: ['Marcus', 'Jesús', 'André', 'Seán', 'Wei', 'Elijah', 'Caleb', 'Omar', 'Søren', 'Noah'],
    },
    surnames: [
      ...['Applewhite', "O'Hara", 'Figueroa', 'Nwosu', 'Brontë', "D'Amico", 'Goldfarb', 'Kowalski', 'Tran', 'Peña'],
      ...['Whitlock', 'St. Cloud', 'Van Dyne', 'Okafor', 'Lindqvist', 'Beauchamp', 'Moss-Hale', 'Ortiz', 'Quill', 'Ng'],
    ],
    surnamesEach: 1,
    oddNames: ['Robert "Bobby" Quill, Jr.', '-Training Record', 'X Æ Nwosu', 'Mary-Kate O’Hara <3'],
    doctors: [
      {
        doctor: 'Helen Lindqvist, MD',
        doctor_external_id: 'hlq',
        doctor_expertise: 'Internal Medicine',
        doctor_gender: 'F',
      },
      { doctor: 'Samuel Okafor, MD', doctor_external_id: 'sok', doctor_expertise: 'Dermatology', doctor_gender: 'M' },
      {
        doctor: 'Ivy Beauchamp, DO',
        doctor_external_id: 'ivb',
        doctor_expertise: 'Family Medicine',
        doctor_gender: 'F',
      },
      { doctor: 'Walk-in Desk', doctor_external_id: 'desk' },
    ],
    dentists: [{ dentist: 'Omar Figueroa, DDS', dentist_external_id: 'ofi', chair: '3' }],
    leaflet: 'before-your-visit.pdf',
  },
]
