import { DirectionProvider } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bar } from '#src/ui/charts/bars.ts';
import { ChartSlot } from '#src/ui/charts/ChartSlot.tsx';
import { Pie } from '#src/ui/charts/Pie.tsx';
import { StackedBars } from '#src/ui/charts/StackedBars.tsx';
import { later } from '#tests/support/fakeApi.ts';
import { renderWith } from '#tests/support/ui.tsx';

const library = later<void>();
vi.mock(import('#src/ui/charts/charts.ts'), async (original) => {
  await library.promise;
  return original();
});

beforeEach(() => void vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400));
afterEach(() => vi.restoreAllMocks());

const BARS: Bar[] = [
  { key: 'a', label: 'Apples', values: { one: 30, two: 10 } },
  { key: 'b', label: 'Pears', values: { one: 20 } },
];
const PARTS = [
  { key: 'one', label: 'Block 1', color: '#2071f3' },
  { key: 'two', label: 'Block 2', color: '#d37812' },
];
const SLICES = [
  { key: 'late', label: 'Late', value: 3, color: '#d37812' },
  { key: 'on-time', label: 'On Time', value: 9, color: '#50a064' },
];

/** Returns the colours of a chart's parts. */
const colours = (chart: HTMLElement) =>
  [...chart.querySelectorAll('path[d]')]
    .map((path) => path.getAttribute('fill'))
    .filter((fill) => fill?.startsWith('#'));

test('a chart has its legend and its place before the library has loaded, which then draws it', async () => {
  renderWith(
    <>
      <ChartSlot shape="bars" pending={false}>
        <StackedBars bars={BARS} parts={PARTS} format={String} axisFormat={String} summary="Bars" />
      </ChartSlot>
      <ChartSlot shape="pie" pending={false}>
        <Pie slices={SLICES} format={String} summary="Slices" />
      </ChartSlot>
    </>,
  );
  const [bars, pie] = [screen.getByRole('img', { name: 'Bars' }), screen.getByRole('img', { name: 'Slices' })];
  expect([bars, pie].map((chart) => chart.getAttribute('aria-busy'))).toEqual(['true', 'true']);
  expect(screen.getByText('On Time')).toBeTruthy();
  expect([colours(bars), colours(pie)]).toEqual([[], []]);
  library.settle();
  await waitFor(() => expect([bars, pie].map((chart) => chart.getAttribute('aria-busy'))).toEqual([null, null]));
  // The sum of each bar is at its end; then the axes.
  expect(bars.textContent).toBe('2040010203040ApplesPears');
  expect(colours(bars).toSorted()).toEqual(['#2071f3', '#2071f3', '#d37812']);
  expect(colours(pie).toSorted()).toEqual(['#50a064', '#d37812']);
});

test('bars begin at the right, and their sums end at the left, where words are written from right to left', async () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
  renderWith(
    <DirectionProvider initialDirection="rtl" detectDirection={false}>
      <ChartSlot shape="bars" pending={false}>
        <StackedBars bars={BARS} parts={PARTS} format={String} axisFormat={String} summary="Bars" />
      </ChartSlot>
    </DirectionProvider>,
  );
  library.settle();
  const bars = screen.getByRole('img', { name: 'Bars' });
  await waitFor(() => expect(colours(bars)).toHaveLength(3));
  const x = (text: string) => Number(screen.getAllByText(text, { selector: 'text' })[0]?.getAttribute('x'));
  const pears = [...bars.querySelectorAll('path[fill="#2071f3"]')][1]?.getAttribute('d') ?? '';
  const [, start = '', width = ''] = /^M([\d.]+),[\d.]+h(-?[\d.]+)/.exec(pears) ?? [];
  expect(Number(width)).toBeLessThan(0);
  expect(x('20')).toBeLessThan(Number(start) + Number(width));
});
