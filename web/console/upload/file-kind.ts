/** Why a file is no list of appointments. It stays so until somebody exports it again. */
export const refusals = ['spreadsheet', 'not-csv', 'empty', 'no-rows'] as const

/** Why a file cannot be read as CSV. */
export type FileFault = (typeof refusals)[number] | 'unreadable'

// A .xlsx and an .ods are ZIP files. An old .xls is a compound file.
const signatures: [bytes: number[], fault: FileFault][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'spreadsheet'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'spreadsheet'],
  [[0x25, 0x50, 0x44, 0x46], 'not-csv'],
  [[0x89, 0x50, 0x4e, 0x47], 'not-csv'],
  [[0xff, 0xd8, 0xff], 'not-csv'],
]

/** Returns what the first bytes of a file say against it. The browser cannot read a file that has changed or is locked. */
export async function faultOfFile(file: Blob): Promise<FileFault | undefined> {
  try {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
    if (start.length === 0) return 'empty'
    return signatures.find(([bytes]) => bytes.every((byte, index) => start[index] === byte))?.[1]
  } catch {
    return 'unreadable'
  }
}
