/** Returns the number by which WhatsApp addresses compare. For some mobile numbers, Meta reports a contact's id without the digit
 *  that the country has added: the 9 of Brazil and Argentina, and the 1 of Mexico. */
export function comparedNumber(uid: string): string {
  return uid
    .replace(/^(\+55\d\d)9(\d{8})$/, '$1$2')
    .replace(/^(\+54)9(\d{10})$/, '$1$2')
    .replace(/^(\+52)1(\d{10})$/, '$1$2')
}
