import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  CORRECTION_REASONS,
  type CorrectionBody,
  type CorrectionItem,
  type CorrectionReason,
  type CorrectionResult,
  correctionReason,
} from '#contract/figures/corrections.ts';
import { MAX_CORRECTION_ITEMS } from '#contract/platform/limits.ts';
import { ApiError } from '../../../api/errors.ts';
import { labelled } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import classes from './corrections.module.css';
import { type Done, previewQuery, saveMutation } from './corrections.queries.ts';
import { Effects } from './Effects.tsx';
import { Refused } from './Refused.tsx';
import { useJustDone } from './useJustDone.ts';
import { useOffline } from './useOffline.ts';
import { choicesOf } from './words.ts';

type Props = {
  title: string;
  timeZone: string;
  /** The items of the act; empty while something is missing. */
  items: readonly CorrectionItem[];
  /** The initial reason; null: an excuse, whose kind is its reason. */
  reason: CorrectionReason | null;
  noteHint?: string;
  submit: string;
  /** Items that are not safe together are refused, as `save` does. */
  onlySafe?: boolean;
  /** Returns the words of the button from what a preview says of each item; null where nothing would be done. */
  submitOf?: (results: CorrectionResult['results']) => string | null;
  /** Saves the act (`saveCorrection`). */
  save: (body: CorrectionBody) => Promise<Done>;
  onClose: () => void;
  /** Called once it is saved; by default the dialog closes. */
  onDone?: (() => void) | undefined;
  /** A field other than reason and note was filled in. */
  dirty: boolean;
  children?: ReactNode;
};

/** The preview is requested after typing has paused for this long. */
const REST_MS = 350;
/** The reason does not affect a preview. */
const ANY_REASON: CorrectionReason = 'forgot-to-clock';

/** A dialog that changes days: the fields of the act, its reason, and 'What changes' before it is saved (docs/reference/corrections.md). */
export function ActDialog(props: Props) {
  const { t } = useLingui();
  const { title, timeZone, items, noteHint, submit, onClose, onDone = onClose, dirty, children } = props;
  const [reason, setReason] = useState(props.reason ?? ANY_REASON);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const offline = useOffline();
  const { add, undo } = useJustDone();
  const saving = async (act: CorrectionBody) => {
    const done = await props.save(act);
    add({ ...done, text: labelled(title, done.text) });
    return done;
  };
  const save = useMutation(saveMutation(saving, undo.mutate));
  const unexplained = props.reason !== null && reason === 'other' && note.trim() === '';
  const body: CorrectionBody = {
    ...(props.reason !== null && { reason }),
    ...(note.trim() && { note: note.trim() }),
    items: [...items],
  };
  const preview = usePreview(items, props.onlySafe ?? false);
  const counted = preview.data && !preview.isPlaceholderData ? props.submitOf?.(preview.data.results) : undefined;
  const send = () => {
    setTried(true);
    if (!unexplained && items.length > 0) save.mutate(body, { onSuccess: onDone });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submit={counted ?? submit}
      onSubmit={(event) => {
        event.preventDefault();
        // This form is in a dialog of another form, which would otherwise receive the submit through React.
        event.stopPropagation();
        send();
      }}
      canSubmit={items.length > 0 && counted !== null}
      busy={save.isPending}
      reason={offline}
      dirty={dirty || note !== ''}
    >
      {children}
      {props.reason !== null && (
        <NativeSelect
          label={t`Reason`}
          value={reason}
          onChange={({ currentTarget }) => setReason(correctionReason.parse(currentTarget.value))}
          data={choicesOf(CORRECTION_REASONS)}
        />
      )}
      <Textarea
        label={t`Note`}
        description={noteHint}
        required={props.reason !== null && reason === 'other'}
        maxLength={200}
        autosize
        minRows={1}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value.replace(/[\r\n]+/g, ' '))}
        error={tried && unexplained ? t`Say why` : undefined}
      />
      {items.length > 0 && <WhatChanges preview={preview} timeZone={timeZone} />}
      {offline && (
        <Text size="sm" role="status">
          {offline}
        </Text>
      )}
      {!offline && save.error && (
        <Refused error={save.error}>
          <ShowAgain error={save.error} />
        </Refused>
      )}
    </FormDialog>
  );
}

/** Returns what an act would do, as the server would judge it, once typing has paused. */
function usePreview(items: readonly CorrectionItem[], onlySafe: boolean) {
  const online = useOffline() === undefined;
  const [rested] = useDebouncedValue(JSON.stringify(items), REST_MS, { leading: true });
  // The text was written by the line above. A preview takes no more items than an act.
  const requested: CorrectionItem[] = JSON.parse(rested).slice(0, MAX_CORRECTION_ITEMS);
  return useQuery({
    ...previewQuery({ reason: ANY_REASON, items: requested, ...(onlySafe && { onlySafe }) }),
    enabled: online && requested.length > 0,
  });
}

type Shown = Pick<Props, 'timeZone'> & { preview: ReturnType<typeof usePreview> };
/** Shows the days before and after. */
function WhatChanges({ preview, timeZone }: Shown) {
  const { t } = useLingui();
  const online = useOffline() === undefined;
  return (
    <section aria-label={t`What changes`} aria-live="polite">
      <h3 className={classes.head}>
        <Trans>What changes</Trans>
      </h3>
      {preview.error ? (
        online && (
          <Refused error={preview.error}>
            <ShowAgain error={preview.error} />
          </Refused>
        )
      ) : preview.data ? (
        <Stack gap="xs" opacity={preview.isPlaceholderData ? 0.6 : 1}>
          <Effects effects={preview.data.effects} timeZone={timeZone} />
          <Unapplied results={preview.data.results} />
        </Stack>
      ) : (
        online && <Skeleton h={120} aria-busy />
      )}
    </section>
  );
}

/** Lists the items that would not be applied. */
function Unapplied({ results }: { results: CorrectionResult['results'] }) {
  const refused = results.filter(({ outcome }) => outcome !== 'applied');
  const [first] = refused;
  if (!first) return null;
  const why = translated(first.words ?? first.message ?? first.outcome);
  const all = results.length;
  return (
    <Text size="sm">
      <Plural
        value={refused.length}
        one={`# of ${all} cannot be changed: ${why}`}
        other={`# of ${all} cannot be changed: ${why}`}
      />
    </Text>
  );
}

/** A day that has changed can be loaded again without losing what was typed. */
function ShowAgain({ error }: { error: Error }) {
  const client = useQueryClient();
  const moved = error instanceof ApiError && error.errorCode === 'CONFLICT';
  return (
    moved && (
      <Button
        size="xs"
        variant="default"
        mt="xs"
        onClick={() => void client.invalidateQueries({ queryKey: ['stats'] })}
      >
        <Trans>Show it as it is now</Trans>
      </Button>
    )
  );
}
