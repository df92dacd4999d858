import { words } from '#contract/platform/words.ts';

/** Words that make a line a sum, wherever they are, in the languages of the application. */
const SUM =
  /(?:^|\s)(?:(?:grand|groot|sub|sous)[ -]?)?tota(?:l|ls|al|le|les|ux)(?:\s|$)|(?:^|\s)(?:head ?)?count$|^effectifs?\b/i;
/** Lines that are sums though they have a number, which is a count. */
const ONLY_SUM =
  /^(?:(?:grand|groot|sub|sous|report)[ -]?)?tota(?:l|ls|al|le|ux)(?: (?:general|geral|général|employees|staff))?$/i;
export const isSum = (text: string) => SUM.test(text);
export const isSumAlone = (text: string) => ONLY_SUM.test(text);
export const NO_PERSON = words('This line is a sum or a footer, not a person.');
