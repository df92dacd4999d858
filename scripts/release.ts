import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * `npm run release:check -- [SBOM.json]`: what goes out with a release is listed, and asked about (security.md S-84, S-85). Writes the
 * CycloneDX list of every package that runs or builds; fails for a known weakness that is high or critical. A
 * registry that answers no such questions is said, and fails nothing: then the list is to be checked elsewhere. What the lock file
 * must hold is a test (tests/unit/house/supply.test.ts).
 */
const npm = (...args: string[]) => spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const path = process.argv[2] ?? 'sbom.json';

// From the lock file alone: needs no network. Whole, because npm takes some that run for tools (React, at this writing).
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

/** By severity; null where npm got no answer. */
function readWeaknesses(text: string): Record<string, number> | null {
  try {
    return JSON.parse(text).metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}
