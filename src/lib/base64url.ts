/** Bytes as browsers and the contract write them. By hand: the browsers' own functions are newer than the oldest that we take. */
export const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
