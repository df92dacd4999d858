import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * `npm run release:check -- [SBOM.json]`: lists the packages of a release and asks the registry about them. Writes the
 * CycloneDX list of every package that runs or builds; fails for a known vulnerability that is high or critical. Where the registry cannot answer
 * that, the command says so and does not fail: the list must then be checked elsewhere. The rules for the lock file are tests
 * (tests/unit/repository/supply.test.ts).
 */
const npm = (...args: string[]) => spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const path = process.argv[2] ?? 'sbom.json';

// Made from the lock file alone, so it needs no network. Development packages are included, because npm counts some that run among them (React, at
// this writing).
const listed = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
const components: unknown = listed.status === 0 ? JSON.parse(listed.stdout).components : null;
if (!Array.isArray(components)) {
  console.error(`The list of packages could not be made: ${listed.stderr.trim()}`);
  process.exit(1);
}
writeFileSync(path, listed.stdout);
console.log(`${components.length} packages are in ${path}.`);

const audited = npm('audit', '--omit', 'dev', '--audit-level', 'high', '--json');
const weaknesses = readWeaknesses(audited.stdout);
if (weaknesses === null)
  console.log('The registry answers no npm audit: check the list against a database of weaknesses.');
else {
  const { critical = 0, high = 0, moderate = 0, low = 0 } = weaknesses;
  console.log(`Known weaknesses: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`);
  if (critical + high > 0) {
    console.error('npm audit says which. A critical one is mended within 72 hours, a high one within 14 days.');
    process.exit(1);
  }
}

/** Returns the vulnerabilities by severity; null where npm got no answer. */
function readWeaknesses(text: string): Record<string, number> | null {
  try {
    return JSON.parse(text).metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}
