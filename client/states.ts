// The pages decide about states by the tables of the service.
export { wasSent } from '../src/delivery/state.ts'
export { canHappen, events, isAnswerable } from '../src/notifications/lifecycle/events.ts'
export { remindedStates, replacedOrWithdrawnStates, states } from '../src/visits/state.ts'
