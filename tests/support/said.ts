import { globSync, readFileSync } from 'node:fs';
import { apiError } from '#contract/platform/errors.ts';
import { type Message, toMessage } from '#contract/platform/words.ts';
import { saidIn } from '../../build/said.ts';

let known: ReadonlySet<string> | undefined;
/** Returns the messages that `npm run words` finds in the contract and the server. */
const saidTexts = () =>
  (known ??= new Set(
    globSync('{contract,server}/**/*.ts').flatMap((path) =>
      saidIn(readFileSync(path, 'utf8'), path).map(({ message }) => message),
    ),
  ));

/** Zod’s own words of a request that no form of ours makes, for programmers. */
const OF_ZOD = /^([\w.]+: )?(Invalid|Expected|Required|Unrecognized|Too (small|big))\b/;
/** Sentences one after the other, which `joined` makes. */
const JOINED = /^(\{\d+\}(, | )?)*$/;

/** Returns what is said in an answer that is not 2xx and no catalogue can have: neither a message nor an English text that is one. */
export function unknownIn(body: unknown): string[] {
  const { data } = apiError.safeParse(body);
  if (!data) return [];
  const { message = '', words = message, issues = [] } = data;
  return [words, ...issues.map((one) => one.words ?? one.message)].flatMap((said) => unknownTexts(toMessage(said)));
}

const unknownTexts = ({ id, values = {} }: Message): string[] => [
  ...(saidTexts().has(id) || OF_ZOD.test(id) || JOINED.test(id) ? [] : [id]),
  ...Object.values(values).flatMap((value) => (typeof value === 'object' ? unknownTexts(value) : [])),
];
