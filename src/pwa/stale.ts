/** A newer worker took over under this page, which still runs the old shell: its chunks may be gone. */
let stale = false;

export const isShellStale = () => stale;
export const markShell = (isStale: boolean) => {
  stale = isStale;
};
