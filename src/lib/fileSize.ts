const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Bytes as people read them: bytes, KB, MB, GB, base 1024, one decimal above bytes (spec/product.txt section 9). */
export function fileSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${value} bytes` : `${value.toFixed(1)} ${UNITS[unit]}`;
}
