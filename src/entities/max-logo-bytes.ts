/** A page and each mail contain the logo. */
export const maxLogoBytes = 32 * 1024
