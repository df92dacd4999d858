/** Returns where a link opens: a page of the help in a tab of its own; a page of the application in the same one, because a session is of a tab. */
export const tabOf = (href: string) => (href.startsWith('/help/') ? '_blank' : undefined);
