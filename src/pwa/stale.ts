/** True once a newer worker has taken over while this page still runs the old shell: its chunks may be gone. */
let stale = false;

export const isShellStale = () => stale;
export const markShell = (isStale: boolean) => {
  stale = isStale;
};
