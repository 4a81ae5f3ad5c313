export const maxIdLength = 64

/** These characters need no percent-encoding in a URL. */
export const idPattern = `^[A-Za-z0-9._~-]{1,${maxIdLength}}$`
