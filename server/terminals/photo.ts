/** A picture taken at a punch: `PIN=<YYYYMMDDHHMMSS>[-<PIN>].jpg\nSN=..\nsize=..\nCMD=uploadphoto`, NUL, the JPEG. */
export type PunchPhoto = { name: string; pin: string | null; size: number };

/** What the head of an ATTPHOTO body says, or null when it is none. The picture itself is acknowledged and not kept. */
export function parsePhotoHead(body: Uint8Array): PunchPhoto | null {
  const end = body.indexOf(0);
  const head = Buffer.from(body.subarray(0, Math.min(end < 0 ? body.length : end, 1_000))).toString('latin1');
  const name = /^PIN=([\w.-]{1,80})\s*$/im.exec(head)?.[1];
  if (name === undefined) return null;
  const size = Number(/^size=(\d{1,9})\s*$/im.exec(head)?.[1] ?? 0);
  const parts = name.replace(/\.\w{2,4}$/, '').split('-');
  // Four parts are the identity-card form: time, type, PIN, card number.
  const pin = (parts.length === 4 ? parts[2] : parts[1]) ?? null;
  return { name, pin: pin || null, size };
}
