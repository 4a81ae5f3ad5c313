import type { FastifyInstance } from 'fastify'

/** Requests of a client with this access token. */
export const requestsWith = (app: Pick<FastifyInstance, 'inject'>, token: string) => ({
  get: (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } }),
  /** Posts a value as JSON, JSON as it is written, or an empty body. */
  post: (url: string, body?: object | string | Buffer, headers: Record<string, string> = {}) => {
    const type = typeof body === 'string' || Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {}
    const sent = { authorization: `Bearer ${token}`, ...type, ...headers }
    return app.inject({ url, method: 'POST', headers: sent, ...(body && { payload: body }) })
  },
  /** Posts a form, as a contact's browser does. */
  postForm: (url: string, form: Record<string, string> | string | Buffer, headers: Record<string, string> = {}) => {
    const isWritten = typeof form === 'string' || Buffer.isBuffer(form)
    const payload = isWritten ? form : new URLSearchParams(form).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return app.inject({ url, method: 'POST', headers: { ...type, ...headers }, payload })
  },
  remove: (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, method: 'DELETE', headers: { authorization: `Bearer ${token}`, ...headers } }),
  patch: (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ url, method: 'PATCH', headers: { authorization: `Bearer ${token}`, ...headers }, payload }),
  put: (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ url, method: 'PUT', headers: { authorization: `Bearer ${token}`, ...headers }, payload }),
})
