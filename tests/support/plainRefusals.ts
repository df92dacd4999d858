import { parseSync, types as t } from '@babel/core';

/** Which argument of a refusal is what it says. */
const SAID_AT: Readonly<Record<string, number>> = {
  ...{ notFound: 0, conflict: 0, invalid: 1, alreadyExists: 1, tooMany: 1, issueOf: 1 },
  ...{ Refusal: 1, WrongCell: 0, misfit: 1, notABackup: 0 },
};

const NAMED = new RegExp(`\\b(${Object.keys(SAID_AT).join('|')})\\b`);

/** Returns the texts of a file's refusals that are written without `words` and `msg`: no catalogue could have them. */
export function plainRefusals(code: string, filename: string): string[] {
  if (!NAMED.test(code)) return [];
  const found: string[] = [];
  const file = parseSync(code, {
    ...{ filename, configFile: false, babelrc: false, sourceType: 'module' },
    parserOpts: { plugins: ['typescript'] },
  });
  const look = (said: t.Node | null | undefined): void => {
    if (t.isStringLiteral(said)) found.push(said.value);
    else if (t.isTemplateLiteral(said)) found.push(said.quasis.map(({ value }) => value.cooked ?? '').join('…'));
    else if (t.isConditionalExpression(said)) [said.consequent, said.alternate].forEach(look);
    else if (t.isLogicalExpression(said)) [said.left, said.right].forEach(look);
  };
  t.traverseFast(file, (node) => {
    if (!t.isCallExpression(node) && !t.isNewExpression(node)) return;
    const at = t.isIdentifier(node.callee) ? SAID_AT[node.callee.name] : undefined;
    if (at !== undefined) look(node.arguments[at]);
  });
  return found;
}
