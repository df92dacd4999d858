import { z } from 'zod';
import { COMMON_PASSWORDS } from './commonPasswords.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { asText, msg, words } from './words.ts';

/**
 * The one strength check of browser and server: length and predictability, no composition rules. `personal`: username, local part of the email
 * address, account name and code. Returns what is wrong in English, or null.
 */
export function passwordProblem(password: string, personal: readonly string[] = []): string | null {
  if (password.length < PASSWORD_MIN) return asText(msg('Use at least {least} characters.', { least: PASSWORD_MIN }));
  if (password.length > PASSWORD_MAX) return asText(msg('Use at most {most} characters.', { most: PASSWORD_MAX }));
  const folded = password.toLowerCase();
  if (new Set(folded).size < 4) return words('This password repeats the same few characters.');
  if (COMMON_PASSWORDS.has(folded.replace(/[^a-z0-9]/g, '')) || COMMON_PASSWORDS.has(folded))
    return words('This password is on every list of common passwords.');
  const guessable = ['tallyboard', ...personal].map((word) => word.toLowerCase()).filter((word) => word.length >= 4);
  if (guessable.some((word) => folded.includes(word) && folded.replaceAll(word, '').length < 5))
    return words('This password is too close to a name that others know.');
  return null;
}

export const newPassword = z.string().superRefine((value, context) => {
  const problem = passwordProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/** A password that was set earlier: it may be weak, but its length is bounded. */
export const currentPassword = z.string().min(1).max(1_000);
