import { useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import { ReasonButton } from './ReasonButton.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: string;
  /** The label of the primary action; absent for users who may only read. */
  submit?: string;
  /** The submit handler: `form.onSubmit(...)` of Mantine's form. */
  onSubmit: (event: React.SyntheticEvent<HTMLFormElement>) => void;
  canSubmit: boolean;
  busy: boolean;
  /** Why the primary action is disabled, e.g. offline. */
  reason?: string;
  /** Something typed would be lost, so closing asks first. */
  dirty: boolean;
  /** Left of the buttons: Delete. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A form in a dialog: one primary action at the right, closing asks only if something typed would be lost. */
export function FormDialog(props: Props) {
  const { t } = useLingui();
  const { opened, onClose, title, size, submit, onSubmit, canSubmit, busy, reason, dirty, aside, children } = props;
  const [asking, setAsking] = useState(false);
  const close = () => (dirty && !busy ? setAsking(true) : onClose());
  return (
    <>
      <Dialog opened={opened} onClose={close} title={title} size={size ?? 'lg'} closable={!busy}>
        <form onSubmit={onSubmit} noValidate data-dirty={dirty || undefined}>
          <Stack gap="md">
            {children}
            <DialogFoot aside={aside}>
              <Button variant="default" onClick={close} disabled={busy}>
                {submit === undefined ? t`Close` : t`Cancel`}
              </Button>
              {submit !== undefined && (
                <ReasonButton type="submit" loading={busy} disabled={!canSubmit} reason={reason}>
                  {submit}
                </ReasonButton>
              )}
            </DialogFoot>
          </Stack>
        </form>
      </Dialog>
      <DiscardDialog
        opened={asking}
        onDiscard={() => {
          setAsking(false);
          onClose();
        }}
        onKeep={() => setAsking(false)}
      />
    </>
  );
}
