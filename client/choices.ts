// The pages offer the values of the service.
export { channelNames } from '../src/channels/channel-names.ts'
export { eventKinds } from '../src/log/events/event-kinds.ts'
