import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { type Decode, lettersOf, sampleIn, textIn } from '#contract/platform/csvText.ts';
import type { TextEncoding } from '#contract/platform/textEncodings.ts';
import { labelled } from '../lib/lists.ts';

/** The encodings of the choice, the most frequent first. */
const CHOICES: readonly { value: TextEncoding; name: MessageDescriptor }[] = [
  { value: 'windows-1252', name: msg`Windows` },
  { value: 'windows-1250', name: msg`Windows, Central Europe` },
  { value: 'macintosh', name: msg`Mac` },
  { value: 'cp850', name: msg`DOS` },
  { value: 'utf-8', name: msg`UTF-8` },
  { value: 'utf-16le', name: msg`UTF-16` },
];
const decode: Decode = (bytes, encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(bytes);

type Asked = { file: File; bytes: Uint8Array; chosen: TextEncoding | null };
type Letters = {
  /** Reads a file of text, and passes it on as UTF-8 once its encoding is known; a spreadsheet as it is. */
  read: (file: File) => void;
  forget: () => void;
  /** The choice of the encoding, where the bytes of the file do not prove it. */
  field: ReactNode;
};

type Options = {
  /** Gets a file of text as UTF-8; `letters`: its encoding, if a user chose it. */
  onFile: (file: File, letters?: TextEncoding) => void;
  /** Returns the encoding that was chosen for an earlier list with the headings of a file; its accents may be read wrong. */
  chosenBefore: (file: File) => Promise<TextEncoding | undefined>;
};
/** Reads files of text whose encoding the user chooses by a sample where it is not clear; where it was guessed the choice stays open. */
export function useLetters({ onFile, chosenBefore }: Options): Letters {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked>();
  const last = useRef<File>(null);
  const written = ({ file, bytes }: Pick<Asked, 'file' | 'bytes'>, encoding: TextEncoding) =>
    new File([textIn(bytes, encoding, decode)], file.name);
  const read = async (file: File) => {
    last.current = file;
    setAsked(undefined);
    if (/\.(xlsx|ods)$/i.test(file.name)) return onFile(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Another file was chosen meanwhile.
    if (last.current !== file) return;
    const { encoding, isClear } = lettersOf(bytes, decode);
    if (isClear) {
      if (!encoding.startsWith('utf-')) setAsked({ file, bytes, chosen: encoding });
      return onFile(written({ file, bytes }, encoding));
    }
    // Where they cannot be asked for, the user is.
    const before = await chosenBefore(written({ file, bytes }, encoding)).catch(() => undefined);
    if (last.current !== file) return;
    setAsked({ file, bytes, chosen: before ?? null });
    if (before) onFile(written({ file, bytes }, before), before);
  };
  const choose = (encoding: string) => {
    const chosen = CHOICES.find(({ value }) => value === encoding)?.value;
    if (!asked || !chosen) return;
    setAsked({ ...asked, chosen });
    onFile(written(asked, chosen), chosen);
  };
  return {
    read: (file) => void read(file),
    forget() {
      last.current = null;
      setAsked(undefined);
    },
    field: asked && (
      <NativeSelect
        label={t`Which line reads right?`}
        maw="32rem"
        error={asked.chosen === null && t`Several are possible. If none is right, save the file as UTF-8.`}
        value={asked.chosen ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          ...(asked.chosen === null ? [{ value: '', label: t`Choose` }] : []),
          ...CHOICES.map(({ value, name }) => ({
            value,
            label: labelled(t(name), sampleIn(asked.bytes, value, decode)),
          })),
        ]}
      />
    ),
  };
}
