/**
 * Returns the CPU time in ms that this process spends on some work: elapsed time would depend on what else the machine does. To be compared with that of
 * other work in the same run, never with a number of ms.
 */
async function cpuTimeOf(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the median of the ratios of two works' CPU times, one after the other each time, so that what else the machine does falls on both. */
export async function medianCpuRatioOf(times: number, [work, other]: readonly [Work, Work]): Promise<number> {
  const ratios: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    const ofOther = await cpuTimeOf(() => other(nth));
    ratios.push((await cpuTimeOf(() => work(nth))) / ofOther);
  }
  return median(ratios);
}
type Work = (nth: number) => unknown;
