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

/** Returns the positions and sizes of a chart's parts, from the outlines of its paths. */
const places = (chart: HTMLElement) =>
  [...chart.querySelectorAll('path[d]')]
    .map((path) => ({
      fill: path.getAttribute('fill'),
      numbers: path
        .getAttribute('d')
        ?.match(/-?[\d.]+/g)
        ?.map(Number),
    }))
    .filter(({ fill, numbers }) => fill?.startsWith('#') && numbers)
    .sort((one, other) => String(one.fill).localeCompare(String(other.fill)));

test('a chart is shown as a picture before its library has loaded, which then draws the same in its place', async () => {
  renderWith(
    <>
      <ChartSlot shape="bars" pending={false}>
        <StackedBars bars={BARS} parts={PARTS} format={String} axisFormat={String} summary="Bars" />
      </ChartSlot>
      <ChartSlot shape="pie" pending={false}>
        <Pie slices={SLICES} format={String} share={() => ''} summary="Slices" />
      </ChartSlot>
    </>,
  );
  const [bars, pie] = [screen.getByRole('img', { name: 'Bars' }), screen.getByRole('img', { name: 'Slices' })];
  expect(bars.textContent).toBe('010203040ApplesPears');
  const [pictured, slices] = [places(bars), places(pie)];
  expect(pictured).toHaveLength(3);
  expect(slices).toHaveLength(2);
  library.settle();
  await waitFor(() => expect(document.querySelector('[data-picture]')).toBeNull());
  expect(bars.textContent).toBe('ApplesPears010203040');
  const drawn = places(bars);
  expect(drawn).toHaveLength(3);
  for (const [index, { fill, numbers = [] }] of drawn.entries()) {
    expect(fill).toBe(pictured[index]?.fill);
    for (const [place, value] of numbers.entries())
      expect(Math.abs(value - (pictured[index]?.numbers?.[place] ?? Number.NaN))).toBeLessThan(1);
  }
  expect(places(pie).map(({ fill }) => fill)).toEqual(slices.map(({ fill }) => fill));
});
