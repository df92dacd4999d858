import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { z } from 'zod';
import type { BackupItem, RestoreStrategy, uploadRestore } from '#contract/operations/backups.ts';

/** The server's description of an uploaded backup. */
export type Uploaded = z.infer<(typeof uploadRestore)['response']>;

/** The restore dialog: choose file, confirm upload, uploading, confirm, restoring (which ends in success or failed). */
export type RestoreStep =
  | { step: 'choose'; problem?: string }
  | { step: 'confirm-upload'; file: File }
  | { step: 'uploading'; file: File; sent: number }
  | { step: 'confirm'; uploaded: Uploaded }
  | { step: 'restoring'; restoreJobId: string };

const ZIP_TYPES = ['application/zip', 'application/x-zip-compressed'];

/** Returns why a file cannot be uploaded (spec section 5), or null. */
export function fileProblem(file: File | null): string | null {
  if (!file) return t`No file selected.`;
  if (!ZIP_TYPES.includes(file.type)) return t`File type not supported. Only ZIP files are supported.`;
  return null;
}

export const STRATEGY_LABEL: Record<RestoreStrategy, MessageDescriptor> = {
  replace: msg`Delete all existing data and then restore`,
  merge: msg`Merge into existing data`,
};

/** A restore needs at least one item and every acknowledgement that applies. */
export const canRestore = (items: readonly BackupItem[], understood: boolean, foreign: boolean, accepted: boolean) =>
  items.length > 0 && understood && (!foreign || accepted);
