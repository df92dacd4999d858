import { join } from 'node:path';
import { build } from 'vite';
import { words } from './words.ts';

const ROOT = join(import.meta.dirname, '..');

/** Compiles an entry of src/start to one classic script, inlined in index.html. */
export async function startScript(name: 'guard' | 'firstCalls' | 'firstFigures'): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    plugins: [words()],
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: { input: join(ROOT, `src/start/${name}.ts`), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const [script, ...others] = outputs.flatMap(({ output }) => output);
  if (script?.type !== 'chunk' || others.length > 0) throw new Error(`src/start/${name}.ts is not one script`);
  return script.code.trim();
}
