const [MINUS, POINT, ZERO, NINE] = [45, 46, 48, 57];
const PLACES = 3;

/**
 * Returns a decimal as whole thousandths; null where that is not exact (more than 3 places or more than 2^53 thousandths) or the text is no plain
 * decimal.
 */
export function thousandthsOf(text: string): number | null {
  const isNegative = text.charCodeAt(0) === MINUS;
  let value = 0;
  let places = -1;
  for (let i = isNegative ? 1 : 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT && places < 0) places = 0;
    else if (code < ZERO || code > NINE || places === PLACES) return null;
    else {
      value = value * 10 + code - ZERO;
      if (places >= 0) places++;
    }
  }
  for (let place = Math.max(places, 0); place < PLACES; place++) value *= 10;
  const isDecimal = text.length > (isNegative ? 1 : 0) && places !== 0;
  return isDecimal && Number.isSafeInteger(value) ? (isNegative ? -value : value) : null;
}
