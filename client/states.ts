// The pages decide about states by the tables of the service.
export { tellsOfVisit } from '../src/messages/delivery/kind.ts'
export { fileReason, reachOf } from '../src/messages/delivery/reach.ts'
export { canHappen, transitions } from '../src/notifications/lifecycle/transitions.ts'
export { answering, askAgainDays } from '../src/visits/plugins/answering.ts'
export { type AnswerName, answerNames } from '../src/visits/plugins/plugin.ts'
export { remindedStates, replacedOrWithdrawnStates, states } from '../src/visits/state.ts'
