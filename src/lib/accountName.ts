/** Returns an account's name on the screen: the administrators' own has none in the data. */
export const accountName = (name: string) => (name === 'system' ? 'System Account' : name);
