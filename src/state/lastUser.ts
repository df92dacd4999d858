import { deviceStorage } from '../lib/storage.ts';

const LAST_USER = 'tb.user';
const LOGGED_OUT = 'tb.loggedOut';
/** Returns the id of the user who logged in last in this browser, in any tab; null without one. */
export const lastUser = () => deviceStorage.get(LAST_USER);
export function setLastUser(userId: string) {
  deviceStorage.set(LAST_USER, userId);
  deviceStorage.remove(LOGGED_OUT);
}
/** Marks that the user logged out in some tab; their other tabs may still have a session. */
export const markLoggedOut = (userId: string) => deviceStorage.set(LOGGED_OUT, userId);
/** Returns true if no other user has logged in since, and they have not logged out in any tab. */
export const isLastUser = (userId: string) =>
  (lastUser() ?? userId) === userId && deviceStorage.get(LOGGED_OUT) !== userId;
