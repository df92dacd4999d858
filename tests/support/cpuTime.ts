/** CPU time in ms that this process spends on some work: elapsed time would depend on what else the machine does. */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
