import { expect, test } from 'vitest'
import { serviceTest } from '../../test/rollcall.ts'
import { item, notify } from '../../test/submission.ts'
import * as names from './shown-name.ts'

const shownName = (name: string, part?: Parameters<typeof names.shownName>[1]) => names.shownName({ name }, part)

const cases: Record<string, [name: string, first: string | undefined, initials: string][]> = {
  'the first word': [
    ['João Silva', 'João', 'J. S.'],
    ['Maria-José da Silva', 'Maria-José', 'M. S.'],
    ['Ana Maria de la Cruz', 'Ana', 'A. M. C.'],
    ["  D'Ávila   Ema ", "D'Ávila", 'D. E.'],
    ['e\u0301mile zola', 'émile', 'é. z.'],
    ['Madonna', 'Madonna', 'M.'],
    ['Anna van den Berg', 'Anna', 'A. B.'],
    ['Ben Harris', 'Ben', 'B. H.'],
    ['Мария Иванова', 'Мария', 'М. И.'],
  ],
  'the first word after titles': [
    ['Dr. João Silva', 'João', 'J. S.'],
    ['Mrs Joan Hill', 'Joan', 'J. H.'],
    ['Ms. Joan Hill', 'Joan', 'J. H.'],
    ['Herr Prof. Dr. med. Uwe Roth', 'Uwe', 'U. R.'],
    ['Dr med Uwe Roth', 'Uwe', 'U. R.'],
    ['Dipl.-Ing. Uwe Roth', 'Uwe', 'U. R.'],
    ['Mme Odile Blanc', 'Odile', 'O. B.'],
    ['M. Yves Blanc', 'Yves', 'Y. B.'],
    ['Mme Vve Odile Blanc', 'Odile', 'O. B.'],
    ['Monsieur le Docteur Yves Blanc', 'Yves', 'Y. B.'],
    ['Sister Joan Hill', 'Joan', 'J. H.'],
    ['Freifrau Eva von Roth', 'Eva', 'E. R.'],
    ['Utente Rita Lopes', 'Rita', 'R. L.'],
    ['M Yves Blanc', 'Yves', 'Y. B.'],
    ['D. Pablo Ruiz', 'Pablo', 'P. R.'],
    ['D.ª Inés Ruiz', 'Inés', 'I. R.'],
    ['Don Pablo Ruiz', 'Pablo', 'P. R.'],
    ['Exma. Sr.ª D. Rita Lopes', 'Rita', 'R. L.'],
    ['Dott.ssa Elena Bruni', 'Elena', 'E. B.'],
    ['de heer Piet Visser', 'Piet', 'P. V.'],
    ['Dr.Rita Lopes', 'Rita', 'R. L.'],
    ['د. سامي علي', 'سامي', 'س. ع.'],
    ['г-жа Мария Иванова', 'Мария', 'М. И.'],
  ],
  'the first word before degrees': [
    ['Joan Hill, MD', 'Joan', 'J. H.'],
    ['Joan Hill M.D.', 'Joan', 'J. H.'],
    ['Joan Hill, Ph. D., FACP', 'Joan', 'J. H.'],
    ['Owen Hill, Jr', 'Owen', 'O. H.'],
    ['João Silva, Jr.', 'João', 'J. S.'],
    ['Jack Ma', 'Jack', 'J. M.'],
  ],
  'the first word after the comma': [
    ['SILVA SANTOS, João Pedro', 'João', 'S. S. J. P.'],
    ['VAN DEN BERG, Els', 'Els', 'B. E.'],
    ['Lopes, Maria das Dores', 'Maria', 'L. M. D.'],
    ['Hill, Mrs Joan', 'Joan', 'H. J.'],
    ['Dr. Hill, Joan', 'Joan', 'H. J.'],
    ['Hill Jr., Owen, MD', 'Owen', 'H. O.'],
    ['Hill, J. Owen', 'Owen', 'H. J. O.'],
    ['Lee, Min Jun', 'Min Jun', 'L. M. J.'],
    ['العلي، سامي', 'سامي', 'ا. س.'],
  ],
  'the given name of HL7': [
    ['HILL^JOAN', 'JOAN', 'H. J.'],
    ['Hill^Joan^B^JR^DR^MD', 'Joan', 'H. J. B.'],
    ['VAN DEN BERG&VAN DEN&BERG^ELS~HILL^ELS', 'ELS', 'B. E.'],
    ['HILL', 'HILL', 'H.'],
  ],
  'the words beside a family name in capitals': [
    ['BLANC Odile', 'Odile', 'B. O.'],
    ['Odile Anne BLANC', 'Odile', 'O. A. B.'],
    ['VAN DEN BERG Els', 'Els', 'B. E.'],
    ['NGUYEN Thi Lan', 'Thi Lan', 'N. T. L.'],
    ['JD Harris', 'JD', 'J. H.'],
  ],
  'a first name of several words': [
    ['عبد الرحمن علي', 'عبد الرحمن', 'ع. ا. ع.'],
    ['نور الدين علي', 'نور الدين', 'ن. ا. ع.'],
    ['Abd al-Karim Nasser', 'Abd al-Karim', 'A. N.'],
    ['Abd al Karim Nasser', 'Abd al Karim', 'A. K. N.'],
    ['Abdul Karim Nasser', 'Abdul Karim', 'A. K. N.'],
    ['Mª José Ruiz', 'Mª José', 'M. J. R.'],
  ],
  'the whole name, where its order is not certain': [
    ['王小明', '王小明', '王.'],
    ['佐藤 花子様', '佐藤 花子', '佐. 花.'],
    ['김하늘', '김하늘', '김.'],
    ['Trần Văn Nam', 'Trần Văn Nam', 'T. V. N.'],
    ['Zhang Wei', 'Zhang Wei', 'Z. W.'],
    ['Park Ha-neul', 'Park Ha-neul', 'P. H.'],
    ['Sato Hanako', 'Sato Hanako', 'S. H.'],
    ['Dr. Szabó Éva', 'Szabó Éva', 'S. É.'],
    ['van den Berg Els', 'van den Berg Els', 'B. E.'],
    ['DE LA ROSA INÉS', 'DE LA ROSA INÉS', 'R. I.'],
    ['J. Silva', 'J. Silva', 'J. S.'],
    ['Ms J. Hill', 'J. Hill', 'J. H.'],
    ['mevr. A. de Vries', 'A. de Vries', 'A. V.'],
    ['Hill, J.', 'J. Hill', 'H. J.'],
    ['Joan & Owen Hill', 'Joan & Owen Hill', 'J. O. H.'],
    ['Don Harris', 'Don Harris', 'D. H.'],
    ['RN DE RITA LOPES', 'RN DE RITA LOPES', 'R. R. L.'],
  ],
  'the whole name, without the title after it': [
    ['Roth Ute Frau', 'Roth Ute', 'R. U.'],
    ['Hill Joan, Ms', 'Hill Joan', 'H. J.'],
    ['Silva Rita Dra.', 'Silva Rita', 'S. R.'],
    ['Blanc Odile Mme', 'Blanc Odile', 'B. O.'],
    ['Ruiz Pablo, Sr.', 'Ruiz', 'R. P.'],
    ['BLANC Odile Madame', 'Odile', 'B. O.'],
    ['Hill, Joan Ms', 'Joan', 'H. J.'],
  ],
  'the first name, without the family name of birth': [
    ['BLANC née LENOIR Odile', 'Odile', 'B. O.'],
    ['Odile Blanc née Lenoir', 'Odile', 'O. B.'],
    ['Odile BLANC née de la TOUR', 'Odile', 'O. B.'],
    ['LENOIR épouse BLANC Odile', 'Odile', 'L. O.'],
    ['Ute Roth geb. Kranz', 'Ute', 'U. R.'],
    ['Ute Roth (geb. Kranz)', 'Ute', 'U. R.'],
    ['Roth geb. Kranz, Ute', 'Ute', 'R. U.'],
    ['Elena Bruni nata Neri', 'Elena', 'E. B.'],
    ['Blanc née Lenoir Odile', 'Blanc née Lenoir Odile', 'B. L. O.'],
    ['BLANC NÉE LENOIR ODILE', 'BLANC NÉE LENOIR ODILE', 'B. L. O.'],
    ['Nata Hill', 'Nata', 'N. H.'],
  ],
  'the family name, without the title before it': [
    ['Frau Kern', 'Kern', 'K.'],
    ['M. Blanc', 'Blanc', 'B.'],
    ['Dr. Silva', 'Silva', 'S.'],
    ['Mr and Mrs Hill', 'Hill', 'H.'],
    ['Hill, Mrs', 'Hill', 'H.'],
  ],
  'nothing, where only a title is there': [
    ['Dr.', undefined, ''],
    ['Mrs', undefined, ''],
    ['MD', undefined, ''],
  ],
}

for (const [shown, some] of Object.entries(cases))
  test(`a name is shown by ${shown}`, () => {
    for (const [name, first] of some) expect([name, shownName(name)]).toEqual([name, first])
  })

test('a name with the family name first is shown by the last of two words, or as a whole', () => {
  for (const [name, first] of [
    ['Roth Ute', 'Ute'],
    ['Roth Ute Frau', 'Ute'],
    ['van den Berg Els', 'Els'],
    ['de la Rosa Inés', 'Inés'],
    ['Ruiz Prado Pablo', 'Ruiz Prado Pablo'],
    ['Roth Ute Maria', 'Roth Ute Maria'],
    ['RUIZ PRADO Pablo Luis', 'Pablo'],
    ['Ruiz Prado, Pablo', 'Pablo'],
    ['Ruiz', 'Ruiz'],
    ['Ruiz P.', 'Ruiz P.'],
    ['王小明', '王小明'],
  ] as const)
    expect([name, names.shownName({ name, name_order: 'family-first' })]).toEqual([name, first])
})

test('initials leave out particles, titles and degrees', () => {
  for (const [name, , initials] of Object.values(cases).flat())
    expect([name, shownName(name, 'initials') ?? '']).toEqual([name, initials])
})

test('a name is shown as a whole, or not at all', () => {
  expect(shownName('Maria-José da Silva', 'full')).toBe('Maria-José da Silva')
  expect(shownName('Mrs Joan Hill, MD', 'full')).toBe('Mrs Joan Hill, MD')
  expect(shownName('HILL^JOAN^B', 'full')).toBe('JOAN B HILL')
  expect(shownName('Maria-José da Silva', 'none')).toBeUndefined()
})

serviceTest('a text never greets a title, nor the family name where it comes first', async (rollcall) => {
  const people = ['Mrs Joan Hill', 'M. Yves Blanc', 'D. Pablo Ruiz', 'Hill, Owen, MD', 'HILL^UNA', 'Dr.']
  for (const [index, name] of people.entries()) {
    const contact = { external_id: `P-${index}`, name, country: 'PT' }
    const addresses = [{ channel: 'mobile' as const, uid: `91234567${index}` }]
    await notify(rollcall, { ...item(), external_id: `A-${index}`, contact, addresses })
  }
  const contact = { ...item().contact, name: 'Kranz Ute', name_order: 'family-first' as const }
  await notify(rollcall, { ...item(), external_id: 'A-9', contact })
  await rollcall.deliver()
  const texts = rollcall.outbox('.txt').join('\n')
  for (const first of ['Joan', 'Yves', 'Pablo', 'Owen', 'UNA', 'Ute']) expect(texts).toContain(first)
  expect(texts).not.toMatch(/Kranz|Mrs|\bM\.|\bD\.|\bMD\b|\bDr\b|\^/)
})
