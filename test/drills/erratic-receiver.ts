import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { wholeBody } from './whole-body.ts'

// A process that takes the events of a webhook. It writes each to a file before it responds, so that the file has all events that
// the service may count as received. Some requests fail, before or after the event is in the file.
const [port, file] = process.argv.slice(2)
const verifier = new Webhook(process.env.WEBHOOK_SECRET!)

const failures = ['refuse', 'redirect', 'end', 'cut before', 'cut after', 'refuse after', 'sleep', 'hang'] as const
const failingShare = 0.02

const choose = () => (Math.random() < failingShare ? failures[Math.floor(Math.random() * failures.length)] : 'take')

createServer(async (request, response) => {
  const body = await wholeBody(request)
  if (body === undefined) return
  const headers = request.headers as Record<string, string>
  const { sequence } = verifier.verify(body, headers) as { sequence: number }
  const take = () => appendFileSync(file!, `${JSON.stringify([headers['webhook-id'], sequence])}\n`)
  switch (choose()) {
    case 'refuse':
      return response.writeHead(500).end()
    case 'redirect':
      return response.writeHead(307, { Location: '/elsewhere' }).end()
    case 'end':
      return response.writeHead(410).end()
    case 'cut before':
      return request.socket.destroy()
    case 'hang':
      return
    case 'cut after':
      take()
      return request.socket.destroy()
    case 'refuse after':
      take()
      return response.writeHead(503).end()
    case 'sleep':
      await delay(2_000)
  }
  take()
  response.writeHead(204).end()
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
