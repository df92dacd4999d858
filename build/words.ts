import { fileURLToPath } from 'node:url';
import { type NodePath, type PluginObj, types as t, transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import type { Plugin } from 'vite';
import { readCatalogue } from '../server/platform/words/catalogue.ts';

const RECORDER = fileURLToPath(new URL('../recorder/', import.meta.url)).replaceAll('\\', '/');
/** Returns the settings for the macros of a file: the Recorder has words of its own. */
function linguiConfigFor(path: string) {
  const runtime = path.startsWith(RECORDER) ? '#recorder/words/words.ts' : '#src/lib/words.tsx';
  return {
    macro: { corePackage: ['@lingui/core/macro'], jsxPackage: ['@lingui/react/macro'] },
    runtimeConfigModule: { i18n: [runtime, 'i18n'], useLingui: [runtime, 'useLingui'], Trans: [runtime, 'Trans'] },
  };
}

/**
 * Vite's plugin that makes calls of src/lib/words.tsx, in the Recorder of recorder/words/words.ts, of Lingui's macros. The key of a message is its
 * English text: a number made of it, as Lingui does, would be in the code beside the text, or beside a catalogue that each English user loads. Babel,
 * because the native form of the macros is not installed by the npm of Node 20.
 */
export function words(): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.tsx?(\?|$)/, exclude: /node_modules/ }, code: /from '@lingui\/(core|react)\/macro'/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id.replace(/\?.*/, ''),
          configFile: false,
          babelrc: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [[macros, { linguiConfig: linguiConfigFor(id), descriptorFields: 'message' }], plainCalls],
        });
        return result?.code ? { code: result.code, map: result.map } : null;
      },
    },
  };
}

/**
 * Vite's plugin that makes a module of a PO file, which exports its translations by their English, where a context comes first, as gettext writes it; and
 * the direction of a language that is written from right to left.
 */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    transform: {
      filter: { id: /\.po$/ },
      handler: (po) => {
        const { language, translations } = readCatalogue(po);
        const words = `export default ${JSON.stringify(Object.fromEntries(translations))};`;
        const isFromRight = /^(ar|fa|he|ur)\b/.test(language);
        return { code: isFromRight ? `${words}export const direction = 'rtl';` : words, map: null };
      },
    },
  };
}

/** Babel's plugin that writes `_('Text', values)` for `_({ id, message: 'Text', values })`, and `<Trans id="Text">`. */
function plainCalls(): PluginObj {
  return {
    visitor: {
      Program: {
        exit: (path) =>
          path.traverse({
            ObjectExpression(object: NodePath<t.ObjectExpression>) {
              if (!object.node.leadingComments?.some(({ value }) => /^\*? ?i18n ?$/.test(value))) return;
              object.node.leadingComments = [];
              withTextAsKey(object);
            },
          }),
      },
    },
  };
}

const nameOf = (property: t.ObjectExpression['properties'][number]) =>
  t.isObjectProperty(property) && t.isIdentifier(property.key) ? property.key.name : '';

function withTextAsKey(object: NodePath<t.ObjectExpression>) {
  const fields = new Map(
    object.node.properties.flatMap((one) =>
      t.isObjectProperty(one) ? [[nameOf(one), one.value as t.Expression]] : [],
    ),
  );
  const message = fields.get('message');
  if (!t.isStringLiteral(message)) throw object.buildCodeFrameError('A message is a text.');
  const context = fields.get('context');
  const values = fields.get('values');
  // As gettext separates them.
  const id = t.isStringLiteral(context) ? t.stringLiteral(`${context.value}\u0004${message.value}`) : message;
  const properties = object.node.properties.filter((one) => !['id', 'message', 'context'].includes(nameOf(one)));
  properties.unshift(t.objectProperty(t.identifier('id'), id));
  if (context) properties.push(t.objectProperty(t.identifier('message'), message));
  object.node.properties = properties;
  const { parentPath: parent } = object;
  if (parent.isJSXSpreadAttribute())
    parent.replaceWithMultiple(
      properties.flatMap((one) =>
        t.isObjectProperty(one)
          ? [t.jsxAttribute(t.jsxIdentifier(nameOf(one)), t.jsxExpressionContainer(one.value as t.Expression))]
          : [],
      ),
    );
  else if (parent.isCallExpression() && !context) parent.node.arguments = values ? [id, values] : [id];
}
