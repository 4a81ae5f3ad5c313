/** The states of a delivery: the series of attempts to get one notification to one uid. */
export const deliveryStates = ['pending', 'sent', 'delivered', 'read', 'failed', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The states of a delivery whose message the provider has accepted, and may have delivered. */
export const sentStates = ['sent', 'delivered', 'read'] as const satisfies DeliveryState[]
export const wasSent = (state: DeliveryState) => (sentStates as readonly DeliveryState[]).includes(state)
