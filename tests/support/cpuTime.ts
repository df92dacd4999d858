/** Returns the CPU time in ms that this process spends on some work: elapsed time would depend on what else the machine does. */
async function cpuTimeOf(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

/** Returns the median of the CPU times of some work, each time anew: to be compared with that of other work in the same run, never with a number of ms. */
export async function medianCpuTimeOf(times: number, work: (nth: number) => unknown): Promise<number> {
  const spent: number[] = [];
  for (let nth = 0; nth < times; nth++) spent.push(await cpuTimeOf(() => work(nth)));
  return spent.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}
