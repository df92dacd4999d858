/** Returns base64url text of bytes. Without the browsers' own functions, which the oldest supported browser lacks. */
export const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
