import type { CDPSession, Page } from 'playwright-core'
import { pauseClock } from './front-desk.ts'

/** The characters of 46 keys, without Shift and with it: the rows of the digits, of Q, of A and of Z. `◌` is a dead key. */
const keyboards = {
  us: ["1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./", '!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'],
  French: ['&é"\'(-è_çà)=azertyuiop◌$qsdfghjklmùwxcvbn,;:!', '1234567890°+AZERTYUIOP◌£QSDFGHJKLM%WXCVBN?./§'],
  Belgian: ['&é"\'(§è!çà)-azertyuiop◌$qsdfghjklmùwxcvbn,;:=', '1234567890°_AZERTYUIOP◌*QSDFGHJKLM%WXCVBN?./+'],
  German: ['1234567890ß◌qwertzuiopü+asdfghjklöäyxcvbnm,.-', '!"§$%&/()=?◌QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_'],
  Swiss: ["1234567890'◌qwertzuiopü◌asdfghjklöäyxcvbnm,.-", '+"*ç%&/()=?◌QWERTZUIOPè!ASDFGHJKLéàYXCVBNM;:_'],
  Portuguese: ["1234567890'«qwertyuiop+◌asdfghjklçºzxcvbnm,.-", '!"#$%&/()=?»QWERTYUIOP*◌ASDFGHJKLÇªZXCVBNM;:_'],
  Spanish: ["1234567890'¡qwertyuiop◌+asdfghjklñ◌zxcvbnm,.-", '!"·$%&/()=?¿QWERTYUIOP◌*ASDFGHJKLÑ◌ZXCVBNM;:_'],
  'Turkish Q': ['1234567890*-qwertyuıopğüasdfghjklşizxcvbnmöç.', "!'^+%&/()=?_QWERTYUIOPĞÜASDFGHJKLŞİZXCVBNMÖÇ:"],
  'Turkish F': ['1234567890/-fgğıodrnhpqwuieaütkmlyşjövcçzsb.,', '!"^$%&\'()=?_FGĞIODRNHPQWUİEAÜTKMLYŞJÖVCÇZSB:;'],
} as const
export type Keyboard = keyof typeof keyboards

const named = { '-': 'Minus', '=': 'Equal', '[': 'BracketLeft', ']': 'BracketRight', ';': 'Semicolon' }
const others = { ...named, "'": 'Quote', ',': 'Comma', '.': 'Period', '/': 'Slash' } as Record<string, string>
const codeOf = (character: string) =>
  others[character] ?? (/\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`)

const alt = 1
const control = 2
const shift = 8

/** A scanner that holds the keys of a US keyboard down, on a computer with another one. */
export async function keyboardScanner(page: Page, keyboard: Keyboard = 'us') {
  const session = await page.context().newCDPSession(page)
  return {
    /** Types the text and the keys after it at once: the clock of the page stands still. */
    scan: async (text: string, ...ends: string[]) => {
      await pauseClock(page)
      await typeAs(session, keyboard, text)
      for (const end of ends.length > 0 ? ends : ['Enter']) await pressEnd(session, end)
      await page.clock.resume()
    },
    /** Types one key after another, with a pause of the page's clock after each. */
    scanSlowly: async (text: string, pauseMs: (index: number) => number) => {
      await pauseClock(page)
      for (const [index, character] of [...text].entries()) {
        await typeAs(session, keyboard, character)
        await page.clock.runFor(pauseMs(index))
      }
      await pressEnd(session, 'Enter')
      await page.clock.resume()
    },
    /** Types the number of each character on the keypad while it holds Alt. */
    scanByNumbers: async (text: string) => {
      await pauseClock(page)
      for (const character of text) await typeNumber(session, character)
      await pressEnd(session, 'Enter')
      await page.clock.resume()
    },
  }
}

async function typeAs(session: CDPSession, keyboard: Keyboard, text: string) {
  for (const character of text) {
    const level = keyboards.us[0].includes(character) ? 0 : 1
    const index = keyboards.us[level].indexOf(character)
    const typed = character === ' ' ? ' ' : [...keyboards[keyboard][level]][index]!
    const code = character === ' ' ? 'Space' : codeOf(keyboards.us[0][index]!)
    const key = typed === '◌' ? { key: 'Dead' } : { key: typed, text: typed }
    await press(session, { ...key, code, modifiers: level === 1 && character !== ' ' ? shift : 0 })
  }
}

async function typeNumber(session: CDPSession, character: string) {
  const held = { key: 'Alt', code: 'AltLeft' }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...held, modifiers: alt })
  for (const digit of String(character.charCodeAt(0)).padStart(4, '0'))
    await press(session, { key: digit, code: `Numpad${digit}`, modifiers: alt })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...held })
}

/** `ETX` and `LF` come as shortcuts. */
async function pressEnd(session: CDPSession, end: string) {
  if (end === 'none') return
  if (end === 'ETX') return press(session, { key: 'c', code: 'KeyC', modifiers: control })
  if (end === 'LF') return press(session, { key: 'j', code: 'KeyJ', modifiers: control })
  const text = end === 'Enter' ? { text: '\r', windowsVirtualKeyCode: 13 } : { windowsVirtualKeyCode: 9 }
  return press(session, { key: end, code: end, ...text })
}

type Key = { key: string; code: string; text?: string; modifiers?: number; windowsVirtualKeyCode?: number }

async function press(session: CDPSession, key: Key) {
  await session.send('Input.dispatchKeyEvent', { type: key.text ? 'keyDown' : 'rawKeyDown', ...key })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, code: key.code })
}
