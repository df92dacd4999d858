import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MultiSelect, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { previewCrewSheet, CrewSheet as Sheet } from '#contract/office/crewSheets.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { MAX_SHEET_PEOPLE, MAX_SHEET_PRODUCTS } from '#contract/platform/limits.ts';
import { MOST_SHOWN } from '../../../api/choices.ts';
import { issueText } from '../../../api/errors.ts';
import { lookupNamesQuery, lookupsQuery } from '../../../api/names.ts';
import { units as inUnits } from '../../../lib/figures.ts';
import { deviceStorage } from '../../../lib/storage.ts';
import { wallTimeIn } from '../../../lib/typed.ts';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { CodeField } from './CodeField.tsx';
import { CrewField } from './CrewField.tsx';
import classes from './corrections.module.css';
import { addSheetMutation, crewQuery, previewSheetQuery } from './corrections.queries.ts';
import { Refused } from './Refused.tsx';
import { type Cells, cellKey, SheetGrid } from './SheetGrid.tsx';
import { unitsOf } from './sheetCells.ts';
import { useJustDone } from './useJustDone.ts';
import { useOffline } from './useOffline.ts';
import { nameOf } from './words.ts';

type Props = { accountId: string; timeZone: string; today: string };

const REST_MS = 800;
const NONE = 'none';
/** Values of the products' picker: a code may be any text. */
const choiceOf = (code: string) => (code === '' ? NONE : `=${code}`);
const codeOf = (value: string) => (value === NONE ? '' : value.slice(1));

type Preview = ResponseOf<typeof previewCrewSheet>;
/** The products and times of a sheet, which this device stores for the next one. */
type StoredSheet = { products: string[]; startTime: string; endTime: string };
const keyOf = (accountId: string) => `tb.sheet.${accountId}`;
function storedSheet(accountId: string): StoredSheet {
  const empty = { products: [], startTime: '', endTime: '' };
  try {
    const stored: Partial<StoredSheet> = JSON.parse(deviceStorage.get(keyOf(accountId)) ?? '{}');
    const products = Array.isArray(stored.products) ? stored.products.filter((one) => typeof one === 'string') : [];
    return {
      products: products.slice(0, MAX_SHEET_PRODUCTS),
      startTime: String(stored.startTime ?? ''),
      endTime: String(stored.endTime ?? ''),
    };
  } catch {
    return empty;
  }
}

/** Returns the products of the sheet with their names. */
function useSheetProducts(accountId: string, codes: readonly string[]) {
  const { t } = useLingui();
  const lookups = useQuery(lookupsQuery(accountId)).data;
  const entries = lookups?.find(({ lookup }) => lookup === 1)?.entries;
  return useMemo(
    () =>
      codes.map((code) => ({
        code,
        name: code === '' ? t`None` : (entries?.find((one) => one.code === code)?.description ?? code),
      })),
    [codes, entries, t],
  );
}

/** Returns the preview of a sheet once typing rests, and whether it is of the sheet as it is now. */
function useSheetPreview(sheet: Sheet | undefined, enabled: boolean) {
  const typed = JSON.stringify(sheet ?? null);
  const [rested] = useDebouncedValue(typed, REST_MS);
  const request: Sheet | null = JSON.parse(rested); // the text of a sheet
  const preview = useQuery({ ...previewSheetQuery(request), enabled: enabled && request !== null });
  return { preview, isCurrent: rested === typed && preview.isSuccess && !preview.isPlaceholderData };
}

/** Returns the cells after a change of the products: they stay with theirs. */
const withProducts = (cells: Cells, from: readonly string[], to: readonly string[]): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([id, texts]) => [id, to.map((code) => texts[from.indexOf(code)] ?? '')]),
  );
/** Returns the cells with only those of the keys `left`; the others are empty. */
const onlyCells = (cells: Cells, products: readonly string[], left: ReadonlySet<string>): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([id, texts]) => [
      id,
      texts.map((text, i) => (left.has(cellKey(id, products[i] ?? '')) ? text : '')),
    ]),
  );
/** Returns why cells are not added, by their keys. */
const messagesOf = (notAdded: Preview['notAdded']) =>
  new Map(
    notAdded.map(({ employeeId, lookup1Code, ...issue }) => [cellKey(employeeId, lookup1Code ?? ''), issueText(issue)]),
  );

/** The crew sheet: a paper sheet typed as a grid, added as entries of the office over the time of the sheet. */
export function CrewSheet({ accountId, timeZone, today }: Props) {
  const { t } = useLingui();
  const [stored, setStored] = useState(() => storedSheet(accountId));
  const [day, setDay] = useState(today);
  const [group, setGroup] = useState<string | null>(null);
  const [block, setBlock] = useState<string | null>(null);
  const [cells, setCells] = useState<Cells>({});
  const [lost, setLost] = useState(0);
  const offline = useOffline();
  const crew = useQuery({
    ...crewQuery({ accountId, referenceDate: day, timeZone, live: false }, group),
    enabled: group !== null,
  });
  const people = useMemo(
    () =>
      (crew.data?.entries ?? []).map(({ employee }) => ({
        _id: employee._id,
        name: nameOf(employee),
        number: employee.number,
      })),
    [crew.data],
  );
  const products = useSheetProducts(accountId, stored.products);
  const onChange = useCallback((changed: Cells) => setCells((before) => ({ ...before, ...changed })), []);
  const set = useCallback(
    (changed: Partial<StoredSheet>) => {
      const { products: shown } = changed;
      if (shown) setCells((before) => withProducts(before, stored.products, shown));
      const next = { ...stored, ...changed };
      setStored(next);
      deviceStorage.set(keyOf(accountId), JSON.stringify(next));
    },
    [accountId, stored],
  );

  const { sheet, wrong, typed } = sheetOf({ day, group, block, ...stored, cells, people });
  const { preview, isCurrent } = useSheetPreview(sheet, !offline);
  const { add, undo } = useJustDone();
  const sent = useRef<Cells>({});
  const save = useMutation(
    // Undone, what was typed can be mended.
    addSheetMutation(add, (done) => undo.mutate(done, { onSuccess: () => setCells(sent.current) })),
  );
  const failure = save.error ?? (sheet && preview.error);
  const shown = sheet ? preview.data : undefined;
  const messages = useMemo(() => messagesOf(shown?.notAdded ?? []), [shown]);
  const send = () => {
    if (!sheet || !isCurrent) return;
    sent.current = cells;
    save.mutate(sheet, {
      onSuccess: ({ notAdded }) => {
        // What was not added stays, to be looked at.
        const left = new Set(notAdded.map(({ employeeId, lookup1Code }) => cellKey(employeeId, lookup1Code ?? '')));
        setCells((before) => onlyCells(before, stored.products, left));
      },
    });
  };

  const isTyped = Object.values(cells).some((texts) => texts.some((text) => text.trim() !== ''));
  return (
    <Stack
      component="form"
      aria-label={t`Crew sheet`}
      data-dirty={isTyped || undefined}
      gap="md"
      onSubmit={(event) => event.preventDefault()}
    >
      <LeaveGuard when={isTyped && !save.isPending} />
      <SheetFields
        accountId={accountId}
        today={today}
        day={day}
        group={group}
        block={block}
        stored={stored}
        onDay={setDay}
        onGroup={setGroup}
        onBlock={setBlock}
        onStored={set}
      />
      {group !== null && products.length > 0 && (
        <Panel label={t`Cells`}>
          {people.length > 0 && people.length <= MAX_SHEET_PEOPLE ? (
            <SheetGrid
              people={people}
              products={products}
              cells={cells}
              messages={messages}
              onChange={onChange}
              onLost={setLost}
            />
          ) : (
            <NoGrid people={people.length} isPending={crew.isPending} isError={crew.isError} />
          )}
          <SheetStatus
            lost={lost}
            wrong={wrong}
            typed={typed}
            isComplete={sheet !== undefined}
            result={shown}
            error={failure}
          />
          <div>
            <ReasonButton
              reason={offline}
              disabled={!shown || !isCurrent || shown.added === 0}
              loading={save.isPending}
              onClick={send}
            >
              {shown ? t`${plural(shown.added, { one: 'Add # entry', other: 'Add # entries' })}` : t`Add entries`}
            </ReasonButton>
          </div>
        </Panel>
      )}
    </Stack>
  );
}

/** Says why there are no cells: too many people, or none. */
function NoGrid({ people, isPending, isError }: { people: number; isPending: boolean; isError: boolean }) {
  const { t } = useLingui();
  if (people > MAX_SHEET_PEOPLE)
    return (
      <Text size="sm">
        <Trans>A sheet has at most {MAX_SHEET_PEOPLE} people: choose a smaller group.</Trans>
      </Text>
    );
  return (
    <Text size="sm">
      {isPending
        ? t`Loading the people.`
        : isError
          ? t`Failed to load the people.`
          : t`Nobody of this group counts on that day.`}
    </Text>
  );
}

type SheetStatusProps = {
  /** Cells that were pasted beyond the sheet; those that are no number; those that are typed. */
  lost: number;
  wrong: number;
  typed: number;
  isComplete: boolean;
  result: Preview | null | undefined;
  error: Error | null | undefined;
};
function SheetStatus({ lost, wrong, typed, isComplete, result, error }: SheetStatusProps) {
  const { t } = useLingui();
  return (
    <div aria-live="polite">
      {lost > 0 && (
        <Text size="sm">
          <Plural value={lost} one="# cell did not fit on the sheet." other="# cells did not fit on the sheet." />
        </Text>
      )}
      {wrong > 0 && (
        <Text size="sm">
          <Plural value={wrong} one="# cell is no number." other="# cells are no number." />
        </Text>
      )}
      {error && <Refused error={error} />}
      {result && !error && (
        <Text size="sm">
          <ToAdd {...result} />
        </Text>
      )}
      {!isComplete && wrong === 0 && (
        <Text size="sm">
          {typed === 0
            ? t`Type the units, or paste them from a spreadsheet.`
            : t`Type from and until when the sheet is.`}
        </Text>
      )}
    </div>
  );
}

type ToAddProps = Pick<Preview, 'added' | 'units' | 'typedBefore' | 'notAdded'>;
/** Says what a sheet would add, and why not all of it. */
function ToAdd({ added, units, typedBefore, notAdded }: ToAddProps) {
  const { t } = useLingui();
  const sum = inUnits(units);
  const refused = notAdded.length - typedBefore;
  const last = notAdded.at(-1);
  const why = last && issueText(last);
  return [
    t`${plural(added, { one: `# entry, ${sum} units.`, other: `# entries, ${sum} units.` })}`,
    typedBefore > 0 &&
      t`${plural(typedBefore, { one: '# was typed before and is not added again.', other: '# were typed before and are not added again.' })}`,
    refused > 0 && t`${plural(refused, { one: `# cannot be added: ${why}`, other: `# cannot be added: ${why}` })}`,
  ]
    .filter(Boolean)
    .join(' ');
}

type FieldsProps = {
  accountId: string;
  today: string;
  day: string;
  group: string | null;
  block: string | null;
  stored: StoredSheet;
  onDay: (day: string) => void;
  onGroup: (groupId: string | null) => void;
  onBlock: (code: string | null) => void;
  onStored: (changed: Partial<StoredSheet>) => void;
};
/** The fields above the cells. They are not drawn again with each key in a cell. */
const SheetFields = memo(function SheetFields({ accountId, today, day, group, block, stored, ...on }: FieldsProps) {
  const { t } = useLingui();
  const names = useQuery(lookupNamesQuery(accountId)).data;
  const lookups = useQuery(lookupsQuery(accountId)).data;
  const product = names?.lookup1 ?? '';
  return (
    <Panel form title={t`Sheet`}>
      <div className={classes.moment}>
        <DateField label={t`Day`} required max={today} value={day} onChange={on.onDay} />
        <CrewField accountId={accountId} value={group} onChange={on.onGroup} required />
        <TimeField
          label={t`From time`}
          required
          value={stored.startTime}
          onChange={(startTime) => on.onStored({ startTime })}
        />
        <TimeField
          label={t`Until time`}
          required
          value={stored.endTime}
          onChange={(endTime) => on.onStored({ endTime })}
        />
      </div>
      <CodeField
        label={names?.lookup2 ?? ''}
        placeholder={t`None`}
        entries={lookups && (lookups.find(({ lookup }) => lookup === 2)?.entries ?? [])}
        value={block}
        onChange={on.onBlock}
      />
      <MultiSelect
        label={t`${product}: the columns`}
        placeholder={stored.products.length === 0 ? t`Choose` : undefined}
        required
        searchable
        limit={MOST_SHOWN}
        maxValues={MAX_SHEET_PRODUCTS}
        data={[
          ...(lookups?.find(({ lookup }) => lookup === 1)?.entries ?? [])
            .filter(({ deletedAt }) => deletedAt === null)
            .map(({ code, description }) => ({ value: choiceOf(code), label: `${description}, ${code}` })),
          { value: NONE, label: t`None` },
        ]}
        value={stored.products.map(choiceOf)}
        onChange={(values) => on.onStored({ products: values.map(codeOf) })}
      />
    </Panel>
  );
});

type Typed = StoredSheet & {
  day: string;
  group: string | null;
  block: string | null;
  cells: Cells;
  people: readonly { _id: string }[];
};
/** Returns the sheet as it is sent, undefined while something is missing; and how many cells are typed, and are no numbers. */
function sheetOf({ day, block, products, cells, people, ...times }: Typed) {
  const startTime = wallTimeIn(times.startTime);
  const endTime = wallTimeIn(times.endTime);
  const rows = people
    .map(({ _id }) => ({ employeeId: _id, units: products.map((_, i) => unitsOf(cells[_id]?.[i] ?? '')) }))
    .filter(({ units }) => units.some((one) => one !== null));
  const wrong = rows.reduce((sum, { units }) => sum + units.filter((one) => one === undefined).length, 0);
  const isWhole = rows.length > 0 && wrong === 0 && startTime && endTime && rows.length <= MAX_SHEET_PEOPLE;
  const sheet: Sheet | undefined = isWhole
    ? {
        reason: 'crew-sheet',
        day,
        startTime,
        endTime,
        lookup2Code: block,
        products: products.map((code) => code || null),
        rows: rows.map(({ employeeId, units }) => ({ employeeId, units: units.map((one) => one ?? null) })),
      }
    : undefined;
  return { sheet, wrong, typed: rows.length };
}
