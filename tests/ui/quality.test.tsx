import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getQuality } from '#contract/figures/quality.ts';
import { QualityPanel } from '#src/features/office/quality/QualityPanel.tsx';
import { answer } from '#tests/support/fakeApi.ts';
import { renderWith } from '#tests/support/ui.tsx';

test('what was found is shown by person, by day and as a chart', async () => {
  const found = { samples: 2, pieces: 97, found: [3] };
  answer(getQuality, {
    defects: [{ _id: '0193a000-0000-7000-8000-0000000000d1', name: 'Bruised' }],
    people: [
      {
        employee: { _id: '0193a000-0000-7000-8000-000000000007', number: '7', firstName: 'Thandi', lastName: 'Nkosi' },
        ...{ crew: 'Orchard', ...found },
      },
    ],
    ...{ all: found, days: [{ day: '2026-11-20', ...found }], uncounted: 0, setAside: 2 },
  });
  renderWith(
    <QualityPanel
      accountId="0193a000-0000-7000-8000-000000000001"
      today="2026-11-20"
      onOpen={() => undefined}
      report={() => null}
    />,
  );
  expect((await screen.findAllByText('Thandi Nkosi')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('3.1%').length).toBeGreaterThan(1);
  expect(screen.getByText('Samples set aside for their time: 2')).toBeTruthy();
});
