/** Returns the address of a page of the help, which this server sends without a log-in. */
export const helpPath = (page: string) => `/help/${page}`;
