import { isObject, smallNamed } from './values.ts';

/** Tells whether an event of any device reports a refusal, whatever its fields are called: it is no punch. */

const small = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
/** Fields that say whether a person was let through, and those that say that they were not, in small letters alone. */
const GRANTS = new Set([
  ...['granted', 'accessgranted', 'isgranted', 'allowed', 'accessallowed', 'isallowed', 'permitted', 'authorized'],
  ...['authorised', 'isauthorized', 'isauthorised', 'success', 'successful', 'issuccess', 'issuccessful'],
]);
const DENIALS = new Set(['denied', 'accessdenied', 'isdenied', 'refused', 'rejected', 'isrefused', 'isrejected']);
/** Fields that say it in a word. */
const OUTCOMES = new Set([
  ...[
    'result',
    'accessresult',
    'authresult',
    'verifyresult',
    'outcome',
    'decision',
    'status',
    'access',
    'accessstatus',
  ],
  ...['event', 'eventtype', 'eventname', 'type', 'action'],
]);
const NO = new Set(['false', 'no', '0']);
const YES = new Set(['true', 'yes', '1']);
const REFUSED =
  /^(?:access|entry)?(?:denied|refused|rejected)|(?:denied|refused|rejected|forbidden|unauthori[sz]ed|not(?:authori[sz]ed|allowed|granted|permitted)|denegado|negado|rechazado|recusado|rejeitado)$|^(?:access|authentication|verification|identification)?(?:fail|failed|failure|deny|denial|refusal|rejection)$/;

/** Returns true for a word by which a device says that it refused a person. */
export const isRefusalWord = (text: string): boolean => text.length <= 80 && REFUSED.test(small(text));

function saysNo(name: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
  const key = small(name);
  const text = String(value).trim();
  if (GRANTS.has(key)) return NO.has(text.toLowerCase());
  if (DENIALS.has(key)) return YES.has(text.toLowerCase());
  return OUTCOMES.has(key) && isRefusalWord(text);
}
/** Returns true for an event of which a field, its own or one of an object in it, says that the person was refused. */
export const isRefusal = (event: unknown): boolean =>
  Object.entries(smallNamed(event)).some(
    ([name, value]) =>
      saysNo(name, value) || (isObject(value) && Object.entries(value).some(([inner, of]) => saysNo(inner, of))),
  );
