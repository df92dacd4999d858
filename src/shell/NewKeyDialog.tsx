import { t } from '@lingui/core/macro';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { fieldErrors } from '../api/issues.ts';
import { useOfflineReason } from '../state/reachability.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';

type Props<Values extends Record<string, unknown>> = {
  title: string;
  form: UseFormReturnType<Values>;
  submit?: string;
  /** Returns what it has made. */
  make: (values: Values) => Promise<string>;
  /** The title and the warning of the dialog that shows it. */
  shown: { title: string; note: string; what?: 'key' | 'link' };
  onClose: () => void;
  children: ReactNode;
};

/** Makes a key or a link that is shown this once. */
export function NewKeyDialog<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { title, form, submit = t`Create`, make, shown, onClose, children } = props;
  const offline = useOfflineReason();
  const [secret, setSecret] = useState<string>();
  const create = async (values: Values) => {
    try {
      setSecret(await make(values));
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  };
  if (secret !== undefined) return <ShownOnce {...shown} secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submit={submit}
      onSubmit={form.onSubmit(create)}
      canSubmit={!offline && form.isValid()}
      reason={offline}
      busy={form.submitting}
      dirty={form.isDirty()}
    >
      {children}
    </FormDialog>
  );
}
