const LOCK = 'recorder-writer';

/**
 * Makes this page the only one that writes. `onMine` is called once it has the lock, `onLost` when another page has taken it. Without `steals` it
 * resolves to false where another page has the lock.
 */
export function becomeWriter(steals: boolean, onMine: () => void, onLost: () => void): Promise<boolean> {
  if (!navigator.locks) {
    // Without the Web Locks API, the transactions alone guarantee that nothing is lost or doubled.
    onMine();
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const held = navigator.locks.request(LOCK, steals ? { steal: true } : { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return undefined;
      onMine();
      return new Promise<never>(() => undefined);
    });
    held.catch(onLost);
  });
}
