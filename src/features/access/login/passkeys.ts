import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { AppConfig } from '#contract/access/session.ts';
import { appConfig, hostOf } from '../../../api/config.ts';
import { ApiError } from '../../../api/errors.ts';
import { askForPasskey, whyNoPasskeys } from '../../../api/passkeys.ts';
import { requestHeaders } from '../../../start/deviceId.ts';
import { signOnButtons } from './SignOnButtons.tsx';

/** Loaded by the log-in page when it is idle: passkeys, offered among the suggestions of the browser and by the link, and single sign-on. */

/** A challenge lasts ten minutes. */
const RENEW_MS = 450_000;
/** After a failure: no connection, or too many requests. */
const RETRY_MS = 30_000;
const NONE_USED = msg`No passkey was used. Try again, or log in with your password.`;

type Challenge = { challenge: string; rpId: string };
type Signed = NonNullable<Awaited<ReturnType<typeof askForPasskey>>>;

let offer: { abort: AbortController; ended: Promise<void> } | undefined;
let ready: { at: number; challenge: Challenge } | undefined;

/** Without zod and the contract, which load at the first keystroke. */
async function fetchChallenge(): Promise<Challenge> {
  const url = new URL('/v2/session/passkey-challenge', hostOf('/session', await appConfig()));
  const reply = await fetch(url, { method: 'POST', headers: requestHeaders(undefined), cache: 'no-store' });
  const answer: unknown = await reply.json();
  if (typeof answer !== 'object' || answer === null || !('challenge' in answer && 'rpId' in answer))
    throw new TypeError('No challenge');
  const challenge = { challenge: String(answer.challenge), rpId: String(answer.rpId) };
  ready = { at: Date.now(), challenge };
  return challenge;
}

/** Ends the offer and waits until the browser has ended it, because it allows one request at a time. */
async function endOffer() {
  offer?.abort.abort();
  await offer?.ended;
  offer = undefined;
}

/** Shows the buttons of single sign-on, where there are providers, and offers passkeys. Returns the function that ends the offer. */
export function offerMore(
  { passkeyDomain = '', singleSignOn }: AppConfig,
  show: (buttons: ReactNode) => void,
  onSigned: (signed: Signed) => unknown,
): () => void {
  if (singleSignOn) show(signOnButtons);
  return offerPasskeys(passkeyDomain, onSigned);
}

/**
 * Offers passkeys in the username field for as long as the page is open, with a fresh challenge every 7.5 minutes; on a hidden page it waits until
 * the page is visible. `onSigned`: called when one was chosen and has signed. Returns the function that ends the offer.
 */
export function offerPasskeys(domain: string, onSigned: (signed: Signed) => unknown): () => void {
  if (whyNoPasskeys(domain)) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const begin = async () => {
    await endOffer();
    // Needed even where the browser offers nothing, because the link's dialog uses it.
    const challenge = await fetchChallenge();
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || isOver) return;
    const abort = new AbortController();
    const assertion = askForPasskey({ ...challenge, mediation: 'conditional', signal: abort.signal });
    const ended = assertion.then(
      (signed) => {
        if (!signed) return;
        // The challenge was signed, and works once.
        ready = undefined;
        onSigned(signed);
      },
      () => undefined,
    );
    offer = { abort, ended };
  };
  const renewIn = (ms: number) => {
    if (!isOver) timer = setTimeout(renew, ms);
  };
  const start = () =>
    void begin().then(
      () => renewIn(RENEW_MS),
      () => renewIn(RETRY_MS),
    );
  const renew = () => {
    if (document.visibilityState === 'visible') start();
    else document.addEventListener('visibilitychange', start, { once: true });
  };
  start();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', start);
    void endOffer();
  };
}

/** Asks for a passkey with the browser's dialog. It uses the offer's challenge, because Safari allows no waiting between the press and the dialog. */
export async function askNow(): Promise<Signed> {
  const known = ready && Date.now() - ready.at < RENEW_MS ? ready.challenge : undefined;
  ready = undefined;
  const abandoned = endOffer();
  const challenge = known ?? (await fetchChallenge());
  await abandoned;
  const signed = await askForPasskey(challenge);
  if (!signed) throw new ApiError(t(NONE_USED));
  return signed;
}
