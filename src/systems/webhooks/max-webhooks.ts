/** An entity has no more. */
export const maxWebhooks = 10
