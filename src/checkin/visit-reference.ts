/** How a request names a visit: by the check-in token of its QR code, or by the id of its notification. */
export type VisitReference = { token: string } | { id: string }
