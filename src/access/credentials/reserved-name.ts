/** No credential has this name: records say `by: "contact"` when the contact acted, and name the credential otherwise. */
export const reservedName = 'contact'
