// The upper bound of `node:http`: constant bytes for every request, without lookups, checks, metrics or logs.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { PORT, BODY } = process.env

const body = BODY ? readFileSync(BODY) : undefined
const head = body
  ? { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length }
  : { ETag: '"ceiling"' }

createServer((_request, response) => response.writeHead(body ? 200 : 304, head).end(body)).listen(
  Number(PORT),
  '127.0.0.1',
)
