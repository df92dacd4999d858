/** What an account is called on the screen: the administrators' own has no name of its own. */
export const accountName = (name: string) => (name === 'system' ? 'System Account' : name);
