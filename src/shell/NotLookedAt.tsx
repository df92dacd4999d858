import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, Text } from '@mantine/core';
import { count } from '../lib/figures.ts';
import { labelled, listed } from '../lib/lists.ts';

type Props = {
  headingLine: number;
  /** The lines of which one has the headings. */
  firstLines: readonly string[];
  otherSheets: readonly string[];
  onHeadingLine: (line: number) => void;
};

/** Names the parts of a file that are not in its list, other sheets and the lines above the headings, whose line can be chosen. */
export function NotLookedAt({ headingLine, firstLines, otherSheets, onHeadingLine }: Props) {
  const { t } = useLingui();
  return (
    <>
      <NativeSelect
        label={t`Line of the headings`}
        maw="48rem"
        value={String(headingLine)}
        onChange={({ currentTarget: { value } }) => onHeadingLine(Number(value))}
        data={[
          { value: '0', label: t`None: the list begins with its first line` },
          ...firstLines.map((line, at) => ({ value: String(at + 1), label: labelled(count(at + 1), line) })),
        ]}
      />
      {headingLine > 1 && (
        <Text size="sm" c="dimmed">
          <Trans>The headings are in line {count(headingLine)}: what is above is not read.</Trans>
        </Text>
      )}
      {otherSheets.length > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Not looked at: {listed(otherSheets)}.</Trans>
        </Text>
      )}
    </>
  );
}
