import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useRecorder } from './parts.tsx';

/** Labelled fields, a dialog and what else the later screens share: apart, so that the first is light. */
type FieldProps = {
  /** The letters that a phone's keyboard capitalises. */
  capitals?: 'characters' | 'words';
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string | undefined;
  type?: 'text' | 'password';
  inputMode?: 'text' | 'numeric' | 'decimal';
};
export function Field({
  label,
  value,
  onChange,
  hint,
  error,
  type = 'text',
  inputMode = 'text',
  capitals = 'characters',
}: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      <input
        id={id}
        type={type}
        inputMode={inputMode}
        autoComplete="off"
        autoCapitalize={capitals}
        spellCheck={false}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${hint ? `${id}-hint` : ''} ${id}-error`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-error`} className="error" role="alert">
        {error}
      </p>
    </div>
  );
}

/** A choice among few. Its own text is shown over the browser's, which cuts what is long. */
export function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  const id = useId();
  const { label, value, options, onChange } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="choice">
        <span aria-hidden="true">{options.find(([option]) => option === value)?.[1]}</span>
        <select
          id={id}
          value={value}
          onChange={({ target }) => {
            const picked = options.find(([option]) => option === target.value);
            if (picked) onChange(picked[0]);
          }}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

export function Tick(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="tick">
      <input type="checkbox" checked={props.isOn} onChange={({ target }) => props.onChange(target.checked)} />
      {props.label}
    </label>
  );
}

/** The browser's own dialog: it keeps the focus, and Escape closes it; without `onClose` it must be answered. */
export function Dialog({ title, onClose, children }: { title: string; onClose?: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="dialog"
      onClose={() => (onClose ? onClose() : dialog.current?.showModal())}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** Returns what is typed before records that were never sent are removed: 'DELETE 14 RECORDS', digits alone. */
export const deletionPhrase = (records: number) =>
  t`${plural(records, { one: 'DELETE 1 RECORD', other: `DELETE ${records} RECORDS` })}`;

/** Returns the present time for display, updated every few seconds. */
export function useNow(everyMs: number): number {
  const recorder = useRecorder();
  const [now, setNow] = useState(() => recorder.clocks.now().wall);
  useEffect(() => {
    const timer = setInterval(() => setNow(recorder.clocks.now().wall), everyMs);
    return () => clearInterval(timer);
  }, [recorder, everyMs]);
  return now;
}
