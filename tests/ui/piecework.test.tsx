import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { getQuality } from '#contract/figures/quality.ts';
import {
  getBottomPerformers,
  getPieceworkBreakdown,
  getPieceworkTotals,
  getTimeSpent,
  getTopPerformers,
} from '#contract/figures/stats.ts';
import { getLookupDefinition } from '#contract/masterData/groups.ts';
import { PieceworkTotalsCard } from '#src/features/figures/piecework/PieceworkTotalsCard.tsx';
import { RankingCard } from '#src/features/figures/piecework/RankingCard.tsx';
import { TimeSpentCard } from '#src/features/figures/piecework/TimeSpentCard.tsx';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { theDay } from '#tests/support/theDay.ts';
import { renderWith } from '#tests/support/ui.tsx';

beforeEach(() => {
  answer(getLookupDefinition, { lookup1: 'Crop', lookup2: 'Block' });
});

const group = (code: string, totalUnits: number) => ({
  code,
  description: `Crop ${code}`,
  totalUnits,
  entries: [{ code: 'B1', description: 'Block 1', units: totalUnits }],
});

describe('Piecework Totals', () => {
  test('shows the units with 2 decimals and says what the bars say', async () => {
    answer(getPieceworkTotals, { groups: [group('A', 1_234.5), group('B', 0.125)] });
    renderWith(<PieceworkTotalsCard day={theDay()} />);
    expect(await screen.findByText('1,234.63')).toBeTruthy();
    const chart = await screen.findByRole('img', { name: /Piecework totals by/ });
    expect(chart.getAttribute('aria-label')).toContain('Crop A 1,234.50, Crop B 0.13');
    expect(screen.getByRole('button', { name: 'Block 1', pressed: true })).toBeTruthy();
  });

  test('a chart is never an empty box: its skeleton is shown until it is drawn', async () => {
    answer(getPieceworkTotals, { groups: [group('A', 3)] });
    const { container } = renderWith(<PieceworkTotalsCard day={theDay()} />);
    expect(container.querySelector('.mantine-Skeleton-root')).toBeTruthy();
    let wasEmpty = false;
    const watching = new MutationObserver(() => {
      wasEmpty ||= container.querySelector('[role="img"]:empty') !== null;
    });
    watching.observe(container, { childList: true, subtree: true });
    onTestFinished(() => watching.disconnect());
    await screen.findByRole('img', { name: /Piecework totals by/ });
    await waitFor(() => expect(container.querySelector('.mantine-Skeleton-root')).toBeNull());
    expect(wasEmpty).toBe(false);
  });

  test('switches between lookup 1 and lookup 2, named as the account names them; the report follows', async () => {
    const requests = answer(getPieceworkTotals, { groups: [group('A', 1)] });
    const { user } = renderWith(<PieceworkTotalsCard day={theDay()} report={(order) => <i>report by {order}</i>} />);
    await screen.findByText('report by lookup1');
    await user.click(await screen.findByRole('radio', { name: 'Block' }));
    expect(await screen.findByText('report by lookup2')).toBeTruthy();
    expect(requests.map(({ params }) => params.category)).toEqual(['lookup1', 'lookup2']);
  });

  test('a chart with every entry hidden does not say that there is no data', async () => {
    answer(getPieceworkTotals, { groups: [group('A', 3)] });
    const { user } = renderWith(<PieceworkTotalsCard day={theDay()} />);
    await user.click(await screen.findByRole('button', { name: 'Block 1', pressed: true }));
    expect(screen.getByText('Everything is hidden. Press an entry to show it.')).toBeTruthy();
    expect(screen.queryByText('No data to display')).toBeNull();
  });

  test('a lookup without data can be left again', async () => {
    answer(getPieceworkTotals, { groups: [] });
    renderWith(<PieceworkTotalsCard day={theDay()} />);
    expect(await screen.findByText('No data to display')).toBeTruthy();
    expect(await screen.findByRole('radio', { name: 'Block' })).toBeTruthy();
  });

  test('raw data: by category, and by category and employee', async () => {
    answer(getPieceworkTotals, { groups: [group('A', 3)] });
    answer(getPieceworkBreakdown, {
      categories: [
        {
          lookup1Code: 'A',
          lookup2Code: 'B1',
          lookup1Description: 'Apples',
          lookup2Description: 'Block 1',
          totalUnits: 3,
          employees: [
            { employeeId: idOf(10), number: '10', firstName: 'Ann', lastName: 'Able', units: 2 },
            { employeeId: idOf(9), number: '9', firstName: 'Bea', lastName: 'Best', units: 1 },
          ],
        },
      ],
    });
    const asked: string[] = [];
    const { user } = renderWith(<PieceworkTotalsCard day={theDay()} onWhy={(id) => asked.push(id)} />);
    await user.click(screen.getByRole('button', { name: 'Show raw data' }));
    const rows = async () =>
      within(await screen.findByRole('table'))
        .getAllByRole('row')
        .map((row) => row.textContent);
    expect(await rows()).toEqual(['CropBlockEmployeesUnits', 'ApplesBlock 123.00']);
    await user.click(screen.getByRole('radio', { name: 'By employee' }));
    expect((await rows()).slice(1)).toEqual(['ApplesBlock 110AnnAble2.00', 'ApplesBlock 19BeaBest1.00']);
    await user.click(screen.getByRole('button', { name: '9' }));
    expect(asked).toEqual([idOf(9)]);
  });

  test('failures of the card and of the raw data are shown', async () => {
    answer(getPieceworkTotals, () => refused(500, 'INTERNAL', 'Broken'));
    answer(getPieceworkBreakdown, () => refused(500, 'INTERNAL', 'Broken'));
    const { user } = renderWith(<PieceworkTotalsCard day={theDay()} />);
    expect(await screen.findByText('Failed to load statistics')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show raw data' }));
    expect(await screen.findByText('Failed to load raw data')).toBeTruthy();
  });
});

describe('rankings', () => {
  beforeEach(() => {
    const looked = { samples: 1, pieces: 50, found: [2] };
    const employee = { _id: idOf(7), number: '7', firstName: 'Thandi', lastName: 'Nkosi' };
    const people = [{ employee, crew: null, ...looked }];
    answer(getQuality, {
      defects: [{ _id: idOf(1), name: 'Bruised' }],
      people,
      all: looked,
      days: [],
      uncounted: 0,
      setAside: 0,
    });
  });
  const performers = [
    { employeeId: idOf(7), number: '7', firstName: 'Thandi', lastName: 'Nkosi', performance: 20.5, totalUnits: 82 },
    { employeeId: idOf(9), number: '9', firstName: 'Bea', lastName: 'Best', performance: null, totalUnits: 5 },
  ];

  test.each([
    ['top', 'Top 10 Best Performers', getTopPerformers],
    ['bottom', 'Bottom 10 Worst Performers', getBottomPerformers],
  ] as const)('%s: %s, by Units/hr and by Units', async (ranking, title, endpoint) => {
    const requests = answer(endpoint, { performers });
    const { user } = renderWith(<RankingCard day={theDay()} ranking={ranking} report={(order) => <i>by {order}</i>} />);
    const list = await screen.findByRole('list', { name: `${title} by Units/hr` });
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe('1Thandi Nkosi 720.50');
    await user.click(screen.getByRole('radio', { name: 'Units' }));
    const byUnits = await screen.findByRole('list', { name: `${title} by Units` });
    expect(within(byUnits).getAllByRole('listitem')[0]?.textContent).toBe('1Thandi Nkosi 782.00');
    expect(requests.map(({ query }) => query?.orderBy)).toEqual(['performance', 'units']);
    expect(screen.getByText('by units')).toBeTruthy();
  });

  test('draws both rankings on one scale and marks the median of everybody', async () => {
    answer(getBottomPerformers, { performers, largest: 41, median: 30.25 });
    renderWith(<RankingCard day={theDay()} ranking="bottom" />);
    expect(await screen.findByText('Mark: the median of everybody ranked, 30.25')).toBeTruthy();
    const [, bar, mark] = screen.getAllByRole('listitem')[0]?.querySelectorAll('rect') ?? [];
    expect(bar?.getAttribute('width')).toBe('50');
    expect(Number(mark?.getAttribute('x'))).toBeCloseTo((30.25 / 41) * 100);
  });

  test('says where people with different products are compared', async () => {
    answer(getTopPerformers, { performers, differentProducts: true });
    const { unmount } = renderWith(<RankingCard day={theDay()} ranking="top" />);
    expect(await screen.findByText(/Compares different products/)).toBeTruthy();
    unmount();
    answer(getTopPerformers, { performers, differentProducts: false });
    renderWith(<RankingCard day={theDay()} ranking="top" />);
    await screen.findByText('Thandi Nkosi');
    expect(screen.queryByText(/Compares different products/)).toBeNull();
  });

  test('a row and its raw data open Why? for users who may see it', async () => {
    answer(getTopPerformers, { performers });
    const asked: string[] = [];
    const { user } = renderWith(<RankingCard day={theDay()} ranking="top" onWhy={(id) => asked.push(id)} />);
    await user.click(await screen.findByRole('button', { name: /^Thandi Nkosi/ }));
    await user.click(screen.getByRole('button', { name: 'Show raw data' }));
    await screen.findByRole('columnheader', { name: /Defects/ });
    const defects = screen.getAllByRole('row').map((row) => row.lastElementChild?.textContent);
    expect(defects.slice(1)).toEqual(['4%', '–']);
    await user.click(await screen.findByRole('button', { name: '9' }));
    expect(asked).toEqual([idOf(7), idOf(9)]);
  });

  test('nobody: no data to display; a failure is said', async () => {
    answer(getTopPerformers, { performers: [] });
    renderWith(<RankingCard day={theDay()} ranking="top" />);
    expect(await screen.findByText('No data to display')).toBeTruthy();
    answer(getBottomPerformers, () => refused(500, 'INTERNAL', 'Broken'));
    renderWith(<RankingCard day={theDay()} ranking="bottom" />);
    expect(await screen.findByText('Failed to load statistics')).toBeTruthy();
  });
});

describe('Piecework Time Spent', () => {
  const category = (index: number, totalTimeMs: number) => ({
    lookup1Code: `A${index}`,
    lookup2Code: 'B1',
    lookup1Name: `Crop ${index}`,
    lookup2Name: 'Block 1',
    totalTimeMs,
  });

  test('the five combinations with most time, Other, and the total', async () => {
    const categories = Array.from({ length: 8 }, (_, index) => category(index, 3_600_000));
    answer(getTimeSpent, { categories, totalTimeMs: 8 * 3_600_000 });
    renderWith(<TimeSpentCard day={theDay()} />);
    expect(await screen.findByText('hours in total')).toBeTruthy();
    const legend = (await screen.findAllByRole('button', { pressed: true })).map((entry) => entry.textContent);
    expect(legend).toHaveLength(6);
    expect(legend[0]).toBe('Crop 0, Block 11:0013%');
    // Rounded by itself it would be 38%, and all of them 103%.
    expect(legend.at(-1)).toBe('Other3:0037%');
  });

  test('raw data holds every combination', async () => {
    answer(getTimeSpent, { categories: [category(1, 5_400_000)], totalTimeMs: 5_400_000 });
    const { user } = renderWith(<TimeSpentCard day={theDay()} />);
    await screen.findByText('hours in total');
    await user.click(screen.getByRole('button', { name: 'Show raw data' }));
    expect(within(await screen.findByRole('table')).getAllByRole('row')[1]?.textContent).toBe('Crop 1Block 11:30');
  });

  test('none: no data to display', async () => {
    answer(getTimeSpent, { categories: [], totalTimeMs: 0 });
    renderWith(<TimeSpentCard day={theDay()} />);
    expect(await screen.findByText('No data to display')).toBeTruthy();
  });
});
