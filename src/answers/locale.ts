import type { FastifyRequest } from 'fastify'
import { type ContactLocale, dialectOf, localeOfContact } from '../languages/contact-locale.ts'
import type { Dialect } from '../languages/languages.ts'
import { acceptedLocale } from '../languages/languages.ts'
import { chosenLanguageOf } from './language-switch.ts'
import type { OpenedLink } from './open-link.ts'

/** Returns the contact's language and time format, or those of the language that the person chose. */
export const localeOf = ({ chosenLanguage, notification, entity }: OpenedLink): ContactLocale =>
  localeOfContact(notification.contact, entity.language, chosenLanguage)

/** Returns the language of a page without a known contact: the chosen one, or else that of the browser. */
export const languageOf = (request: FastifyRequest): Dialect =>
  chosenLanguageOf(request) ?? dialectOf(acceptedLocale(request.headers['accept-language']).locale)
