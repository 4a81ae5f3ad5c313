/** How long a replaced access token still works. */
export const defaultOverlapHours = 24
export const maxOverlapHours = 720
