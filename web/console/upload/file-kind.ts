/** Workbooks that the page cannot convert to CSV. Their program can. */
export const workbookFaults = [
  'old-workbook',
  'locked-workbook',
  'numbers-workbook',
  'damaged-workbook',
  'long-workbook',
] as const

/** Why a file is no list of appointments. It stays so until somebody exports it again. */
export const refusals = [...workbookFaults, 'not-csv', 'empty', 'no-rows'] as const

/** Why a file cannot be read. */
export type FileFault = (typeof refusals)[number] | 'unreadable'

type Kind = 'csv' | 'workbook' | FileFault

// The first bytes of a ZIP file, of an old .xls or a workbook with a password, and of a .pdf, .png and .jpg.
const signatures: [bytes: number[], kind: (file: Blob) => Kind | Promise<Kind>][] = [
  [[0x50, 0x4b, 0x03, 0x04], kindOfZip],
  [[0xd0, 0xcf, 0x11, 0xe0], kindOfCompound],
  // Practice systems write tables of HTML or XML, and name them .xls.
  [[0x3c], () => 'old-workbook'],
  [[0x25, 0x50, 0x44, 0x46], () => 'not-csv'],
  [[0x89, 0x50, 0x4e, 0x47], () => 'not-csv'],
  [[0xff, 0xd8, 0xff], () => 'not-csv'],
]

/** Returns what the bytes of a file are. The browser cannot read a file that has changed or is locked. */
export async function kindOfFile(file: Blob): Promise<Kind> {
  try {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
    if (start.length === 0) return 'empty'
    const known = signatures.find(([bytes]) => bytes.every((byte, index) => start[index] === byte))
    return known ? await known[1](file) : 'csv'
  } catch {
    return 'unreadable'
  }
}

/** The names in the directory at the end of a ZIP file say what it is. */
async function kindOfZip(file: Blob): Promise<Kind> {
  const names = await latin1(file.slice(-256 * 1_024))
  if (names.includes('Index/Document.iwa')) return 'numbers-workbook'
  if (names.includes('encrypted-package')) return 'locked-workbook'
  if (/word\/document|ppt\/presentation/.test(names)) return 'not-csv'
  return 'workbook'
}

/** A password hides a .xlsx in a file of the old kind. Its directory has this name in UTF-16. */
async function kindOfCompound(file: Blob): Promise<Kind> {
  const isLocked = (await latin1(file)).replaceAll('\0', '').includes('EncryptedPackage')
  return isLocked ? 'locked-workbook' : 'old-workbook'
}

const latin1 = async (part: Blob) => new TextDecoder('latin1').decode(await part.arrayBuffer())
