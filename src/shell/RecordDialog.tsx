import { Trans, useLingui } from '@lingui/react/macro';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '../api/errors.ts';
import { fieldErrors } from '../api/issues.ts';
import { offlineReason, useOnline } from '../state/reachability.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ServerButton } from './ServerButton.tsx';

type Props<Values extends Record<string, unknown>> = {
  title: string;
  form: UseFormReturnType<Values>;
  onSave: (values: Values) => Promise<unknown>;
  onClose: () => void;
  /** Absent where nothing can be deleted. */
  deletion?: { question: string; onDelete: () => Promise<unknown> };
  /** Nothing can be changed here. */
  readOnly?: boolean;
  /** The words of its button. */
  submit?: string;
  /** Default: something was typed. */
  canSubmit?: boolean;
  children: ReactNode;
};

/** Returns true if a change was refused because the record has changed since it was shown. */
const isOutdated = (error: unknown) => error instanceof ApiError && error.errorCode === 'OUTDATED';

/**
 * The dialog of every record of the set-up. Errors from the server are shown at their field, else above the buttons, and what was typed stays. A
 * record that another user has changed is loaded again, so that saving once more keeps what was typed here.
 */
export function RecordDialog<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { t } = useLingui();
  const { title, form, onSave, onClose, deletion, readOnly = false, submit: label = t`Save` } = props;
  const { canSubmit = form.isDirty(), children } = props;
  const online = useOnline();
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const fail = (error: unknown) => {
    setFailure(error);
    if (isOutdated(error)) void client.invalidateQueries({ queryKey: ['setup'] });
  };
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);

  const submit = async (values: Values) => {
    setFailure(undefined);
    try {
      await onSave(values);
      onClose();
    } catch (error) {
      const { '': _whole, ...errors } = fieldErrors(error);
      const known = Object.entries(errors).filter(([path]) => path in form.values);
      if (known.length > 0) form.setErrors(Object.fromEntries(known));
      else fail(error);
    }
  };
  const remove = async () => {
    if (!deletion) return;
    setDeleting(true);
    try {
      await deletion.onDelete();
      onClose();
    } catch (error) {
      fail(error);
      setAsking(false);
    } finally {
      setDeleting(false);
    }
  };
  return (
    <>
      <FormDialog
        opened
        onClose={onClose}
        title={title}
        submit={readOnly ? undefined : label}
        onSubmit={form.onSubmit(submit, () => undefined)}
        canSubmit={canSubmit}
        busy={form.submitting}
        reason={online ? undefined : offlineReason()}
        dirty={!readOnly && form.isDirty()}
        aside={
          deletion && (
            <ServerButton variant="subtle" color="red.8" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
              <Trans>Delete</Trans>
            </ServerButton>
          )
        }
      >
        {children}
        {failure !== undefined && (
          <ErrorNote
            text={`${messageOf(failure)}${isOutdated(failure) ? t` Save again to keep what you typed.` : ''}`}
          />
        )}
      </FormDialog>
      {deletion && (
        <ConfirmDialog
          opened={isAsking}
          onClose={() => setAsking(false)}
          title={t`Confirm Deletion`}
          question={deletion.question}
          action={t`Delete`}
          busy={isDeleting}
          reason={online ? undefined : offlineReason()}
          onConfirm={() => void remove()}
        />
      )}
    </>
  );
}
