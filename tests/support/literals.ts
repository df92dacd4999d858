import { type NodePath, parseSync, types as t, traverse } from '@babel/core';

/** Attributes that hold no words, whatever they look like. */
const NO_WORDS =
  /^(autoComplete|bd|className|classNames|d|data-(?!label)[\w-]+|gap|href|id|key|name|style|to|type|value|viewBox)$/;
/** Calls that say nothing to users, and those of Lingui. */
const UNSEEN =
  /^(console\.\w+|([\w.?]+\.)?(matches|querySelector|querySelectorAll|closest|setAttribute|getItem)|msg|plural|select|selectOrdinal|t)$/;

/**
 * Returns the literals of a source file that look like words of English and are no message of Lingui: texts and attributes of elements, strings and
 * templates of two words or with a capital. A word in small letters is not told from a name.
 */
export function literalsOf(code: string, filename: string): string[] {
  const found: string[] = [];
  const file = parseSync(code, {
    ...{ filename, configFile: false, babelrc: false, sourceType: 'module' },
    parserOpts: { plugins: ['typescript', 'jsx'] },
  });
  if (!file) throw new TypeError(`${filename} cannot be parsed`);
  const add = (text: string) => found.push(text.replaceAll(/\s+/g, ' ').trim());
  const looksLikeWords = (text: string) => /^\s*[A-Z][a-z]+(?![\w-]*[./_:])|[a-z’'),:;.] [a-z]{2}/.test(text);
  traverse(file, {
    JSXText: (path) => {
      if (/\p{L}/u.test(path.node.value) && !inMessage(path)) add(path.node.value);
    },
    StringLiteral: (path) => {
      if (looksLikeWords(path.node.value) && isSeen(path)) add(path.node.value);
    },
    TemplateLiteral: (path) => {
      const text = path.node.quasis.map(({ value }) => value.cooked ?? '').join('…');
      if (looksLikeWords(text) && isSeen(path)) add(text);
    },
  });
  return found;
}

const nameOf = (element: t.JSXElement) =>
  t.isJSXIdentifier(element.openingElement.name) ? element.openingElement.name.name : '';
/** Lingui's; its `Select` has the name of Mantine's and is not used. */
const ELEMENTS = /^(Trans|Plural|SelectOrdinal)$/;
/** True if one of Lingui's elements is around it. */
const inMessage = (path: NodePath) =>
  path.findParent((one) => one.isJSXElement() && ELEMENTS.test(nameOf(one.node))) !== null;
/** True if an attribute is a case of a plural. */
const isCase = ({ parentPath }: NodePath) =>
  ELEMENTS.test(parentPath?.isJSXOpeningElement() ? `${parentPath.get('name')}` : '');

function isSeen(path: NodePath<t.StringLiteral> | NodePath<t.TemplateLiteral>): boolean {
  const { parentPath } = path;
  if (parentPath?.isTaggedTemplateExpression()) return false;
  if (parentPath?.isObjectProperty() && path.key === 'key') return false;
  if (parentPath?.isMemberExpression() || parentPath?.isBinaryExpression({ operator: '===' })) return false;
  if (parentPath?.isBinaryExpression({ operator: '!==' }) || parentPath?.isSwitchCase()) return false;
  const attribute = path.findParent((one) => one.isJSXAttribute());
  if (attribute ? isCase(attribute) : inMessage(path)) return false;
  return !path.findParent(
    (one) =>
      one.isImportDeclaration() ||
      one.isTSType() ||
      one.isTSInterfaceDeclaration() ||
      (one.isImportExpression?.() ?? false) ||
      // What is thrown for programmers.
      (one.isNewExpression() && /^(TypeError|Error|URL|RegExp|Set|Worker)$/.test(String(one.get('callee')))) ||
      ((one.isCallExpression() || one.isOptionalCallExpression()) && UNSEEN.test(String(one.get('callee')))) ||
      (one.isJSXAttribute() && t.isJSXIdentifier(one.node.name) && NO_WORDS.test(one.node.name.name)),
  );
}
