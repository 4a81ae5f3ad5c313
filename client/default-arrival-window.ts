// The pages judge arrivals without a connection as the service does.
export { defaultArrivalWindow } from '../src/entities/default-arrival-window.ts'
