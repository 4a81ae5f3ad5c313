declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server as NetServer, Socket } from 'node:net'

  /** A protocol data unit: SMPP 3.4, chapter 4. The library decodes incoming texts. */
  export interface Pdu {
    command: string
    command_status: number
    response(options?: Record<string, unknown>): Pdu
    system_id?: string
    interface_version?: number
    password?: string
    message_id?: string
    source_addr?: string
    source_addr_ton?: number
    destination_addr?: string
    esm_class?: number
    data_coding?: number
    registered_delivery?: number
    short_message?: { message: string | Buffer; udh?: Buffer[] } | Buffer
    message_payload?: { message: string | Buffer } | Buffer
    sar_total_segments?: number
    receipted_message_id?: string
    message_state?: number
  }

  export class Session extends EventEmitter {
    socket: Socket
    /** Returns false if the connection is closed. */
    send(pdu: Pdu, onResponse?: (response: Pdu) => void): boolean
    close(): void
    destroy(): void
    setMaxListeners(count: number): this
    bind_transceiver(options: Record<string, unknown>, onResponse: (response: Pdu) => void): boolean
    submit_sm(options: Record<string, unknown>, onResponse: (response: Pdu) => void): boolean
    deliver_sm(options: Record<string, unknown>, onResponse: (response: Pdu) => void): boolean
    enquire_link(onResponse: (response: Pdu) => void): boolean
    unbind(onResponse?: (response: Pdu) => void): boolean
  }

  interface Encoding {
    match(text: string): boolean
    encode(text: string): Buffer
    decode(octets: Buffer): string
  }

  const smpp: {
    connect(options: { host: string; port: number; tls?: boolean; servername?: string }): Session
    createServer(onSession: (session: Session) => void): NetServer
    encodings: { ASCII: Encoding; UCS2: Encoding }
    errors: Record<string, number>
    /** Reads the length of the next PDU. Returns false until its four bytes have arrived. */
    PDU: { commandLength(stream: Socket): number | false }
  }
  export default smpp
}
