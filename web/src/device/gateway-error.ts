/** A proxy answers because the server is down. */
export const isGatewayError = ({ status }: Response): boolean => status === 502 || status === 504
