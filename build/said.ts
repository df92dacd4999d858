import { parseSync, types as t } from '@babel/core';
import type { ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type Part, partsOf } from '../contract/platform/icu.ts';

/** Lingui's extractor for the contract and the server, which run as they are written: calls of `words` and `msg` of contract/platform/words.ts. */
export const saidExtractor: ExtractorType = {
  match: (filename) => /\/(contract|server)\/.*\.ts$/.test(filename.replaceAll('\\', '/')),
  extract(filename, code, found) {
    for (const { message, line } of saidIn(code, filename))
      found({ id: generateMessageId(message), message, origin: [filename, line] });
  },
};

/** Returns the messages of a file. Throws where the text is not written in the call, or values are not those that the text names. */
export function saidIn(code: string, filename: string): { message: string; line: number }[] {
  if (!/\b(words|msg)\b/.test(code)) return [];
  const file = parseSync(code, {
    ...{ filename, configFile: false, babelrc: false, sourceType: 'module' },
    parserOpts: { plugins: ['typescript'] },
  });
  const found: { message: string; line: number }[] = [];
  const imported = importedIn(file?.program.body ?? []);
  if (imported.size === 0) return [];
  // Without Babel's scopes, which take longer than all else: a variable of these names would be refused.
  t.traverseFast(file, (node) => {
    if (!t.isCallExpression(node) || !t.isIdentifier(node.callee) || !imported.has(node.callee.name)) return;
    const [message, values] = node.arguments;
    const line = node.loc?.start.line ?? 0;
    const refuse = (why: string) => new Error(`${filename}:${line}: ${why}`);
    if (!t.isStringLiteral(message)) throw refuse('A message is a text.');
    const missing = [...namesIn(message.value)].filter((name) => !givenIn(values, name));
    if (missing.length > 0) throw refuse(`It has no value for ${missing}.`);
    found.push({ message: message.value, line });
  });
  return found;
}

/** Returns which of the functions of contract/platform/words.ts a file imports. */
const importedIn = (body: readonly t.Statement[]) =>
  new Set<string>(
    body
      .flatMap((one) =>
        t.isImportDeclaration(one) && /^(#contract\/platform|\.\.\/platform|\.)\/words\.ts$/.test(one.source.value)
          ? one.specifiers
          : [],
      )
      .map(({ local }) => local.name)
      .filter((name) => name === 'words' || name === 'msg'),
  );

/** Returns the names of the values of a message. */
export const namesIn = (message: string) => new Set(namesOf(partsOf(message)));
const namesOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string' || 'count' in part) return [];
    if ('inside' in part) return namesOf(part.inside);
    return [part.value, ...Object.values(part.cases ?? {}).flatMap(namesOf)];
  });
/** True unless the values are written in the call without this one. */
const givenIn = (values: t.Node | undefined, name: string) =>
  values === undefined
    ? false
    : !t.isObjectExpression(values) ||
      values.properties.some(
        (one) =>
          t.isSpreadElement(one) ||
          ((t.isObjectProperty(one) || t.isObjectMethod(one)) && t.isIdentifier(one.key, { name })),
      );
