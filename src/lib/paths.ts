/** Tells whether a path is another one or below it: '/pay/files' is within '/pay', '/payroll' is not. */
export const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}/`);
