import { isWithin } from '../../lib/paths.ts';

/** Addresses that pages of the employer's area had before, by their beginning; a longer one comes first. */
const MOVED = [
  ['/employer/exceptions/pieces', '/employer/work'],
  ['/employer/people/hours', '/employer/payroll/hours'],
  ['/employer/pay', '/employer/payroll/pay'],
  ['/employer/setup', '/employer/settings'],
  ['/employer/trends/records', '/employer/reports/records'],
  ['/employer/trends', '/employer/reports/trends'],
] as const;

/** The tabs of *Pay* that are settings now. */
const SETTINGS_OF_PAY = ['rates', 'minimums', 'rules', 'test'];

/** Returns the present address of a page that has moved, with its parameters; undefined for every other. */
export function movedTo(pathname: string, searchStr: string): string | undefined {
  const moved = MOVED.find(([before]) => isWithin(pathname, before));
  if (!moved) return undefined;
  const [before, now] = moved;
  if (before !== '/employer/pay') return `${now}${searchStr}`;
  const { page, ...parameters } = Object.fromEntries(new URLSearchParams(searchStr));
  const ofSettings = SETTINGS_OF_PAY.find((one) => one === page);
  if (ofSettings) return `/employer/settings?page=${ofSettings}`;
  const rest = new URLSearchParams(parameters).toString();
  return `${page === 'cost' || page === 'files' ? `/employer/payroll/${page}` : now}${rest && `?${rest}`}`;
}
