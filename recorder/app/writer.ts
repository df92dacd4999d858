const LOCK = 'recorder-writer';

/**
 * One page writes. `onMine` runs once this page has the lock, `onLost` when another took it. Without `steals` it answers false where
 * another has it.
 */
export function becomeWriter(steals: boolean, onMine: () => void, onLost: () => void): Promise<boolean> {
  if (!navigator.locks) {
    // Without locks the transactions alone guarantee that nothing is lost or doubled.
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
