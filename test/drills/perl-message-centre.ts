import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Whether Perl has Net::SMPP. */
export const hasNetSmpp = spawnSync('perl', ['-MNet::SMPP', '-e1']).status === 0
if (!hasNetSmpp)
  process.stderr.write(
    '\nSMPP NOT TESTED WITH AN INDEPENDENT MESSAGE CENTRE: Net::SMPP is not installed (apt-get install libnet-smpp-perl).\n\n',
  )

interface Bind {
  status: number
  interface_version: number
  system_id: string
}

/** A text that arrived, with its segments joined. */
interface ArrivedText {
  text: string
  segments: number
  data_coding: number
  source_addr: string
  destination_addr: string
}

interface Event {
  listening?: number
  bind?: Bind
  text?: ArrivedText
  /** The status with which the service responds to a text or a receipt. */
  answered?: number
}

/** Starts `message-centre.pl` until the end of the test. */
export async function perlMessageCentre() {
  const script = fileURLToPath(new URL('message-centre.pl', import.meta.url))
  const child = spawn('perl', [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  })
  const events: Event[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => events.push(JSON.parse(line)))
  await once(lines, 'line')
  const command = (words: object) => void child.stdin.write(`${JSON.stringify(words)}\n`)
  const all = <Name extends keyof Event>(name: Name) => events.flatMap((event) => event[name] ?? [])
  return {
    url: `smpp://clinic:pass%20wd@127.0.0.1:${events[0]!.listening}`,
    binds: () => all('bind'),
    texts: () => all('text'),
    answered: () => all('answered'),
    /** Sets how the centre writes the number of a message, as formats of printf. */
    writeIds: (inResponse: string, inReceipt: string) => command({ ids: [inResponse, inReceipt] }),
    /** Sends a contact's text in the alphabet of this data_coding. */
    reply: (uid: string, text: string, data_coding = 0) =>
      command({
        deliver: { source_addr: uid.replace('+', ''), destination_addr: '351300400500', data_coding, text },
      }),
    /** Closes the connection of the service. */
    cut: () => command({ cut: true }),
  }
}
