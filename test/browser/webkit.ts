import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../postgres-server.ts'
import { webkitPath, xvfbPath } from './find-webkit.ts'

/** On a busy machine, a step can take ten times as long. */
const maxStepMs = 60_000

// The key of an element's id in the protocol.
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** A page in the browser of WebKitGTK, which has the engine of Safari. Speaks the protocol WebDriver: www.w3.org/TR/webdriver2 */
export interface WebKitPage extends AsyncDisposable {
  open(url: string): Promise<void>
  /** Waits for an element. Returns its visible text.
   *  @param xpath see `button`, `link` and `withText` */
  text(xpath: string): Promise<string>
  /** Waits for an element. Returns a property of its DOM object. */
  property(xpath: string, name: string): Promise<string>
  click(xpath: string): Promise<void>
  type(xpath: string, text: string): Promise<void>
  screenshot(path: string): Promise<void>
}

/** Starts a screen and a browser on it, with a new profile. */
export async function openWebKit(width = 1280, height = 900): Promise<WebKitPage> {
  await using started = new AsyncDisposableStack()
  const screen = spawn(xvfbPath!, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.defer(() => end(screen))
  const [display] = await once(screen.stdout, 'data')
  const port = await freePort()
  const driver = spawn(webkitPath!, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
    stdio: 'ignore',
  })
  started.defer(() => end(driver))
  const origin = `http://127.0.0.1:${port}`
  while (!(await isReady(origin))) await delay(20)

  const { sessionId } = (await command(`${origin}/session`, 'POST', {
    capabilities: { alwaysMatch: { timeouts: { implicit: maxStepMs } } },
  })) as { sessionId: string }
  const session = `${origin}/session/${sessionId}`
  const post = (path: string, body: object = {}) => command(session + path, 'POST', body)
  started.defer(async () => void (await command(session, 'DELETE')))
  await post('/window/rect', { width, height })

  // The driver fails a search during which the page navigates. The search then continues on the next page.
  const find = async (xpath: string): Promise<string> => {
    try {
      const found = (await post('/element', { using: 'xpath', value: xpath })) as Record<string, string>
      return `/element/${found[elementKey]}`
    } catch (error) {
      if (error instanceof DriverError && error.code === 'no such frame') return find(xpath)
      throw error
    }
  }
  // The page may replace an element that was found. The driver then has done nothing with it.
  const on = async (xpath: string, method: string, path: string, body?: object): Promise<unknown> => {
    try {
      return await command(`${session}${await find(xpath)}${path}`, method, body)
    } catch (error) {
      if (error instanceof DriverError && error.code === 'stale element reference') return on(xpath, method, path, body)
      throw error
    }
  }
  const running = started.move()
  return {
    open: async (url) => void (await post('/url', { url })),
    text: async (xpath) => String(await on(xpath, 'GET', '/text')),
    property: async (xpath, name) => String(await on(xpath, 'GET', `/property/${name}`)),
    click: async (xpath) => void (await on(xpath, 'POST', '/click', {})),
    type: async (xpath, text) => void (await on(xpath, 'POST', '/value', { text })),
    screenshot: async (path) => {
      // Draws what has changed since the last frame.
      await command(`${session}/execute/async`, 'POST', {
        script: 'requestAnimationFrame(() => requestAnimationFrame(arguments[0]))',
        args: [],
      })
      writeFileSync(path, Buffer.from(String(await command(`${session}/screenshot`, 'GET')), 'base64'))
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** These find the first visible element with this whole text, or with this text in it. The driver would click a disabled button. */
export const button = (name: string) => `//button[normalize-space()=${quoted(name)} and not(@disabled)]`
export const link = (name: string) => `//a[normalize-space()=${quoted(name)}]`
export const withText = (text: string, tag = '*') => `//${tag}[contains(normalize-space(), ${quoted(text)})]`

const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`)

const isReady = (origin: string) =>
  fetch(`${origin}/status`).then(
    ({ ok }) => ok,
    () => false,
  )

async function command(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) {
    const fault = value as { error: string; message: string }
    throw new DriverError(`${method} ${url} ${JSON.stringify(body)}: ${fault.error}: ${fault.message}`, fault.error)
  }
  return value
}

class DriverError extends Error {
  /** One of the protocol's error codes, such as *no such frame*. */
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

async function end(process: ChildProcess) {
  if (process.exitCode !== null || process.signalCode !== null) return
  process.kill()
  await once(process, 'exit')
}
