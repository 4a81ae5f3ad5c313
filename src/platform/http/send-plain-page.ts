import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage } from '../languages/languages.ts'

/** Returns the language of a page for the browser. */
export const acceptedLanguageOf = ({ headers }: FastifyRequest) => acceptedLanguage(headers['accept-language'])

/** Sends a page in the language of the browser, with its content security policy. */
export const sendPlainPage = (reply: FastifyReply, status: number, policy: string, page: string) =>
  reply
    .code(status)
    .headers({ 'Content-Security-Policy': policy, Vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(page)
