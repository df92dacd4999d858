import { type FormEvent, type ReactNode, useState } from 'react';
import { afterWrong, opens, waitFor } from '../app/code.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { useWords } from '../words/words.ts';
import { Field, Screen, useRecorder } from './parts.tsx';

/** Shows its children once the supervisor code has been typed. */
export function CodeGate({ title, onBack, children }: { title: string; onBack: () => void; children: ReactNode }) {
  const recorder = useRecorder();
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const open = async (event: FormEvent) => {
    event.preventDefault();
    const { wall } = recorder.clocks.now();
    const lock = await recorder.db.run('readonly', (stores) => readMeta(stores, 'code'));
    if (!lock) return setOpen(true);
    const wait = waitFor(lock, wall);
    if (wait > 0) return setError(words.waitCode(Math.ceil(wait / 1000)));
    const isRight = await opens(lock, code);
    const after = isRight ? { ...lock, wrong: 0, until: 0 } : afterWrong(lock, wall);
    await recorder.act((stores) => writeMeta(stores, 'code', after));
    setCode('');
    if (isRight) setOpen(true);
    else setError(after.until > wall ? words.waitCode(Math.ceil((after.until - wall) / 1000)) : words.wrongCode);
  };
  if (isOpen) return children;
  return (
    <Screen title={title} onBack={onBack}>
      <form onSubmit={(event) => void open(event)}>
        <Field
          label={words.supervisorCode}
          hint={words.forgotten}
          type="password"
          inputMode="numeric"
          value={code}
          onChange={setCode}
          error={error}
        />
        <button type="submit" className="main">
          {words.ok}
        </button>
      </form>
    </Screen>
  );
}
