import { t } from '@lingui/core/macro';
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { afterWrong, opens, waitFor } from '../app/code.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { Field } from './fields.tsx';
import { Screen, useRecorder } from './parts.tsx';

type CodeFormProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint'> & {
  submit: string;
  /** Takes the code; resolves to why it is refused. */
  onCode: (code: string) => Promise<string | undefined>;
};

/** Asks for a code of digits. A check takes seconds on a slow device: what is typed meanwhile is of the next try. */
export function CodeForm({ label, hint, submit, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setCode('');
    setError(undefined);
    try {
      setError(await onCode(code));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Field
        label={label}
        hint={hint}
        type="password"
        inputMode="numeric"
        value={code}
        onChange={setCode}
        error={error}
      />
      <button type="submit" className="main" disabled={isBusy}>
        {submit}
      </button>
    </form>
  );
}

/** Returns how long no code is taken. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return t`Try again in ${seconds} s.`;
}

/** Shows its children once the supervisor code has been typed. */
export function CodeGate({ title, onBack, children }: { title: string; onBack: () => void; children: ReactNode }) {
  const recorder = useRecorder();
  const [isOpen, setOpen] = useState(false);
  const open = async (code: string) => {
    const { wall } = recorder.clocks.now();
    const lock = await recorder.db.run('readonly', (stores) => readMeta(stores, 'code'));
    if (!lock) return void setOpen(true);
    const wait = waitFor(lock, wall);
    if (wait > 0) return waitText(wait);
    const isRight = await opens(lock, code);
    const after = isRight ? { ...lock, wrong: 0, until: 0 } : afterWrong(lock, wall);
    await recorder.act((stores) => writeMeta(stores, 'code', after));
    if (isRight) return void setOpen(true);
    return after.until > wall ? waitText(after.until - wall) : t`Wrong code.`;
  };
  if (isOpen) return children;
  return (
    <Screen title={title} onBack={onBack}>
      <CodeForm
        label={t`Supervisor code`}
        hint={t`Forgotten? A new activation code sets a new one.`}
        submit={t`OK`}
        onCode={open}
      />
    </Screen>
  );
}
