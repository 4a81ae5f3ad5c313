// Only `npm run bench` installs the peers, so the type check needs these declarations.

declare module 'express' {
  import type { IncomingMessage, Server } from 'node:http'

  interface Request extends IncomingMessage {
    url: string
    params: Record<string, string>
    query: Record<string, string>
  }
  interface Response {
    status(code: number): Response
    type(type: string): Response
    send(body: string): void
    json(body: unknown): void
  }
  export type Handler = (request: Request, response: Response, next: () => void) => void | Promise<void>
  interface Application {
    use(handler: Handler): void
    get(path: string, handler: Handler): void
    listen(port: number, host: string): Server
  }
  export default function express(): Application
}

declare module '@platformatic/db' {
  export function create(
    root: string,
    config: object,
    context: object,
  ): Promise<{ start(how: object): Promise<string> }>
}
