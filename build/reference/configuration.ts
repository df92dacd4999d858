import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '#server/platform/config.ts';
import { code, page, table } from './markdown.ts';

/** A variable of `.env.example`: its section, and what is said above it. */
export type Described = { section: string; name: string; example: string; text: string };

/** Reads `.env.example`: sections, comments, and variables that are commented out with their default or an example. */
export function readExample(text: string): Described[] {
  const found: Described[] = [];
  let section = '';
  let comment: string[] = [];
  for (const line of text.split('\n')) {
    const [, title] = /^# -{3} (.+?) -+$/.exec(line) ?? [];
    const [, name, example = ''] = /^# ?([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (title !== undefined) section = title;
    else if (name !== undefined) found.push({ section, name, example, text: comment.join(' ') });
    // What is said above several variables is of the first.
    if (title !== undefined || name !== undefined || line === '') comment = [];
    else comment.push(line.replace(/^# ?/, ''));
  }
  return found;
}

/** Every variable of the environment, its default by the schema, and what `.env.example` says of it. */
export function configuration(root: string): string {
  const described = readExample(readFileSync(join(root, '.env.example'), 'utf8'));
  const sections = [...new Set(described.map(({ section }) => section))];
  const rows = (section: string) =>
    described
      .filter((one) => one.section === section)
      .map(({ name, example, text }) => {
        const value = VARIABLES[name];
        return [
          code(name),
          value === undefined ? '' : code(value),
          value === undefined && example ? `${text} Example: ${code(example)}` : text,
        ];
      });
  return page(
    'Configuration',
    'For who runs the server. Each variable comes from the environment and, what it lacks, from `.env` beside package.json or from the file that `ENV_FILE` names. All are optional; a wrong value stops the start with one line that names it, and so does a misspelt name. Without a default the variable is absent.',
    ...sections.map((section) => `## ${section}\n\n${table(['variable', 'default', 'meaning'], rows(section))}`),
  );
}
