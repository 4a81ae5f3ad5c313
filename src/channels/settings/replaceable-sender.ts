import type { Message, Outcome, Sender } from '../channel.ts'

export interface ReplaceableSender extends Sender {
  /** Sends later messages with another sender. Closes the previous one after its last message. */
  replace(next: Sender): void
}

/** A sender whose server can change while messages are being sent. */
export function replaceableSender(first: Sender): ReplaceableSender {
  let current = closedAfterLast(first)
  return {
    ready: () => current.ready(),
    send: (message) => current.send(message),
    replace(next) {
      current.close()
      current = closedAfterLast(next)
    },
    close: () => current.closeNow(),
  }
}

function closedAfterLast(sender: Sender) {
  let sending = 0
  let isReplaced = false
  return {
    async ready() {
      await sender.ready?.()
    },
    async send(message: Message): Promise<Outcome> {
      sending++
      try {
        return await sender.send(message)
      } finally {
        sending--
        if (isReplaced && sending === 0) sender.close()
      }
    },
    close() {
      isReplaced = true
      if (sending === 0) sender.close()
    },
    closeNow: () => sender.close(),
  }
}

/** A sender of a channel that cannot send now. Its messages wait. */
export const failingSender = (reason: string): Sender => ({
  async send() {
    throw new Error(reason)
  },
  close() {},
})
