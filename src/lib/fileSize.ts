import { plural, t } from '@lingui/core/macro';
import { inLanguage } from './language.ts';

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

const decimal = inLanguage(
  (language) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }),
);

/** Bytes as people read them: bytes, KB, MB, GB, base 1024, one decimal above bytes (spec/product.txt section 9). */
export function fileSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0
    ? t`${plural(value, { one: '# byte', other: `${value} bytes` })}`
    : `${decimal().format(value)} ${UNITS[unit]}`;
}
