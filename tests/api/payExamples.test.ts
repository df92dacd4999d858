import { expect, test } from 'vitest';
import { type Example, examplesOf } from '../support/examples.ts';
import { saidOf, slipOf } from '../support/payslips.ts';
import { givenPay } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** Payslips that were worked out by hand, typed into the pay calculator. */
const t = useTestApp();

test.each([
  ['docs/reference/pay.md', 70],
  ['tests/fixtures/payslips.md', 45],
])('each payslip of %s is what the calculator says', async (page, least) => {
  const { ask } = await givenPay(t, {});
  const examples = examplesOf(page, 'pay');
  expect(examples.length).toBeGreaterThanOrEqual(least);
  const found = [];
  for (const example of examples) {
    const currency = /\bin ([A-Z]{3})\b/.exec(example.cells.rates ?? '')?.[1] ?? 'ZAR';
    await ask('/pay/currency', { currency }, 'PUT');
    found.push(`${example.line}: ${saidOf(await ask('/pay/test', slipOf(example)))}`);
  }
  expect(found).toEqual(examples.map(({ line, cells }: Example) => `${line}: ${cells.pay}`));
});
