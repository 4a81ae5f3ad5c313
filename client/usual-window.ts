// The pages judge arrivals without a connection as the service does.
export { usualWindow } from '../src/entities/usual-window.ts'
