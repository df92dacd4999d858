import { t } from '@lingui/core/macro';
/** Returns an account's name on the screen: the administrators' own has none in the data. */
export const accountName = (name: string) => (name === 'system' ? t`System Account` : name);
