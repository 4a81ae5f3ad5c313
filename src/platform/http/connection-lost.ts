/** The client has disconnected, or reads too slowly. It is no fault of the service. */
export class ConnectionLost extends Error {}
