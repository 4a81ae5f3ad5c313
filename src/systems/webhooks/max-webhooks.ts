/** The maximum number of webhooks of an entity. */
export const maxWebhooks = 10
