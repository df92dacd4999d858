export {};

/** With `SEED`, random tests repeat the cases of a failure: scripts/test.ts runs a test that failed again with its own. */
if (process.env.SEED) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED) });
}
