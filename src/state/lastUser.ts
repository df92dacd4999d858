import { deviceStorage } from '../lib/storage.ts';

const LAST_USER = 'tb.user';
/** Returns the id of the user who logged in last in this browser, in any tab; null when nobody has. */
export const lastUser = () => deviceStorage.get(LAST_USER);
export const setLastUser = (userId: string) => deviceStorage.set(LAST_USER, userId);
