import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listWorkPlans, setWorkPlan, type WorkPlan, withdrawWorkPlan } from '#contract/intake/workPlans.ts';
import { createPayRate, listPayRates, type PayRate, updatePayRate } from '#contract/masterData/payRules.ts';
import { openMessage } from '#contract/office/messages.ts';
import { answer, refused } from '#tests/support/fakeApi.ts';
import { idOf } from '#tests/support/manageSamples.ts';
import { CREW, entry, openPieces, pick, type User } from '#tests/support/piecesPage.ts';

/** Tomorrow's work from the office. */

const [ROW_1, ROW_2, GATE] = [idOf(201), idOf(202), idOf(203)];
const GONE = { ...entry('Q', 'Quinces', 5_004), deletedAt: '2026-11-01T00:00:00.000Z' };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const plan = (id: number, more: Partial<WorkPlan>): WorkPlan => ({
  _id: idOf(id),
  deviceId: ROW_1,
  at: inHours(12),
  day: inHours(12).slice(0, 10),
  time: '06:00',
  by: 'Maria Steyn',
  lookup1Code: 'A',
  lookup2Code: 'N3',
  unitsPerScan: '1',
  state: 'planned',
  takenAt: null,
  changed: null,
  ...more,
});

const recorder = (_id: string, name: string, crewIds: string[]) => ({
  ...{ _id, name, lastContact: null, crewIds },
  isStaffed: crewIds.length > 0,
});
const RECORDERS = [recorder(ROW_1, 'Row 1', [CREW]), recorder(ROW_2, 'Row 2', [CREW]), recorder(GATE, 'Gate', [])];

function given(plans: WorkPlan[], { recorders = RECORDERS, isCut = false, ...page }: Given = {}) {
  answer(listWorkPlans, { recorders, plans, isCut });
  return openPieces('plans', { crops: [entry('P', 'Pears', 5_001), entry('A', 'Apples', 5_004), GONE], ...page });
}
type Given = { recorders?: typeof RECORDERS; isCut?: boolean } & Parameters<typeof openPieces>[1];

test('work is planned for the Recorders of a crew by one press, and other work for that time is replaced only when asked', async () => {
  const sent = answer(setWorkPlan, refused(409, 'CONFLICT', 'Row 1: work is planned for 2026-11-26 06:00 already.'));
  const { user } = given([]);
  expect(await screen.findByText('Nothing is planned.')).toBeTruthy();
  const press = screen.getByRole('button', { name: 'Plan' });
  expect(press.hasAttribute('disabled')).toBe(true);
  await pick(user, /^Employee group/, 'Crew 1');
  await user.type(screen.getByLabelText(/^From time/), '06:00');
  await pick(user, /^Crop/, 'Apples, A');
  await pick(user, /^Block/, 'North 3, N3');
  const units = screen.getByLabelText(/^Units per scan/);
  await user.clear(units);
  await user.type(units, '0');
  const plans = screen.getByRole('button', { name: 'Plan for 2 Recorders' });
  expect(plans.hasAttribute('disabled')).toBe(true);
  await user.clear(units);
  await user.type(units, '2,5');
  await user.click(plans);
  expect(await screen.findByText('Row 1: work is planned for 2026-11-26 06:00 already.')).toBeTruthy();
  const body = { deviceIds: [ROW_1, ROW_2], time: '06:00', lookup1Code: 'A', lookup2Code: 'N3', unitsPerScan: '2.5' };
  expect(sent.at(-1)?.body).toMatchObject(body);
  expect(sent.at(-1)?.body).not.toHaveProperty('replace');
  const replaced = answer(setWorkPlan, { planned: 2, replaced: 1 });
  await user.click(screen.getByRole('button', { name: 'Replace what is planned for then' }));
  expect(await screen.findByText('Work planned for 2 Recorders')).toBeTruthy();
  expect(replaced.at(-1)?.body).toMatchObject({ ...body, replace: true });
});

test('a crew without Recorders of its own is told', async () => {
  const { user } = given([], { recorders: [recorder(GATE, 'Gate', [])] });
  await pick(user, /^Employee group/, 'Crew 1');
  expect(await screen.findByText(/^Nobody of this group is assigned to a Recorder/)).toBeTruthy();
  await pick(user, /^Recorders/, 'Gate');
  expect(screen.getByRole('button', { name: 'Plan for 1 Recorder' }).hasAttribute('disabled')).toBe(true);
});

test('the plans say what each Recorder made of them, and one that has not begun is withdrawn', async () => {
  const changed = { at: inHours(-1), lookup1Code: 'P', lookup2Code: null, unitsPerScan: '2' };
  const { user } = given([
    plan(1, { at: inHours(-9), state: 'past', takenAt: inHours(-10) }),
    plan(2, { at: inHours(-2), state: 'in-force', takenAt: inHours(-10), changed }),
    plan(3, {
      deviceId: ROW_2,
      at: inHours(-2),
      state: 'in-force',
      takenAt: inHours(-10),
      changed: { ...changed, lookup1Code: 'A', lookup2Code: 'N3', unitsPerScan: '1' },
    }),
    plan(4, { takenAt: inHours(-10) }),
    plan(5, { deviceId: GATE }),
  ]);
  const table = within(await screen.findByRole('region', { name: 'Planned work, table' }));
  const said = table.getAllByRole('row').map((row) => row.textContent ?? '');
  expect(said).toHaveLength(6);
  for (const words of [
    /Row 1.*Apples, North 3, 1.* per scanMaria SteynOver/,
    /Changed at the Recorder at .*: Pears, 2.* per scan/,
    /Row 2.*Changed at the Recorder, and back at/,
    /Row 1.*On the Recorder since/,
    /Gate.*Not on the Recorder yet/,
  ])
    expect(
      said.filter((row) => words.test(row)),
      String(words),
    ).toHaveLength(1);
  const withdrawn = answer(withdrawWorkPlan, { ok: true });
  await user.click(table.getByRole('button', { name: /^Withdraw what is planned for Gate/ }));
  expect(await screen.findByText('Plan withdrawn')).toBeTruthy();
  expect(withdrawn[0]?.params.planId).toBe(idOf(5));
  expect(table.getAllByRole('button', { name: /^Withdraw/ })).toHaveLength(2);
});

test('work of a deleted product is marked, and a list that is cut says so', async () => {
  given([plan(1, { lookup1Code: 'Q' })], { isCut: true });
  expect(await screen.findByText(/^Quinces \(deleted\), North 3/)).toBeTruthy();
  expect(screen.getByText('These are the latest 1. Earlier plans are not listed.')).toBeTruthy();
});

describe('a rate that is typed with a plan', () => {
  const stored: PayRate = {
    ...{ _id: idOf(9_001), basis: 'b1', systemId: 'application', owner: 'Application', isLocked: false, kind: 'piece' },
    ...{ amount: '3.10', from: '2026-11-01', lookup1: 'A', lookup2: null, jobDescriptionId: null },
    ...{ employeeGroupId: CREW, employeeId: null },
  };
  async function typed(user: User, amount: string) {
    await pick(user, /^Employee group/, 'Crew 1');
    await user.type(screen.getByLabelText(/^From time/), '06:00');
    await user.type(screen.getByLabelText('Rate per unit'), amount);
  }
  const press = (user: User) => user.click(screen.getByRole('button', { name: 'Plan for 2 Recorders' }));
  const also = ['Pay.MANAGE'] as const;

  test('is the piece rate of its product, block and crew from its day on, told with the one before', async () => {
    answer(listPayRates, { currency: 'ZAR', rates: [stored] });
    const planned = answer(setWorkPlan, { planned: 2, replaced: 0 });
    const made = answer(createPayRate, stored);
    const { user } = given([], { also });
    await typed(user, '3,40');
    expect(screen.getByText(/choose one/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Plan for 2 Recorders' }).hasAttribute('disabled')).toBe(true);
    await pick(user, /^Crop/, 'Apples, A');
    expect(screen.getByText(/^For this employee group, whole days from .* before: 3.10 since 1 Nov 2026/)).toBeTruthy();
    await press(user);
    expect(await screen.findByText('Work planned for 2 Recorders')).toBeTruthy();
    expect(planned.at(-1)?.body).not.toHaveProperty('rate');
    const { day } = planned.at(-1)?.body ?? {};
    expect(made.map(({ body }) => body)).toEqual([
      {
        kind: 'piece',
        amount: '3.40',
        from: day,
        lookup1: 'A',
        lookup2: null,
        employeeGroupId: CREW,
        jobDescriptionId: null,
        employeeId: null,
      },
    ]);
  });

  test('changes the one of the same day, and says what was planned where it is refused', async () => {
    const planned = answer(setWorkPlan, { planned: 2, replaced: 0 });
    const from = inHours(72).slice(0, 10);
    answer(listPayRates, { currency: 'ZAR', rates: [{ ...stored, from }] });
    const { user } = given([], { also });
    fireEvent.change(await screen.findByLabelText(/^From day/), { target: { value: from } });
    const changed = answer(updatePayRate, refused(409, 'PERIOD_LOCKED', 'The period was locked.'));
    await typed(user, '3.40');
    await pick(user, /^Crop/, 'Apples, A');
    await press(user);
    expect(
      await screen.findByText(/^The work is planned, but its rate is not saved: The period was locked/),
    ).toBeTruthy();
    expect([planned.length, changed.length]).toEqual([1, 1]);
    expect(changed[0]).toMatchObject({ params: { rateId: stored._id }, body: { basis: 'b1', amount: '3.40', from } });
  });

  test.each([
    ['without the right to set pay', {}],
    ['of a user who is limited to some people', { also, session: { scope: 'a' } }],
  ])('is not offered %s', async (_, options) => {
    given([], options);
    expect(await screen.findByLabelText(/^Units per scan/)).toBeTruthy();
    expect(screen.queryByLabelText('Rate per unit')).toBeNull();
  });
});

test('a message to the people of a Recorder opens with their numbers and a text that can be changed', async () => {
  const text = 'Maria, Bergvliet: work on Thu 26 Nov from 07:30';
  const sent = answer(openMessage, {
    text,
    people: [
      { _id: CREW, firstName: 'Sipho', lastName: 'Dube', phoneNumber: '+27 82 555 0142' },
      { _id: ROW_1, firstName: 'Anele', lastName: 'Zulu', phoneNumber: '082 555 0143' },
      { _id: ROW_2, firstName: 'Thandi', lastName: 'Nkosi', phoneNumber: null },
    ],
  });
  const coming = plan(1, {});
  const { user } = given([coming, plan(2, { deviceId: GATE })]);
  const buttons = await screen.findAllByRole('button', { name: /^Message about what is planned for Row 1/ });
  expect(screen.queryByRole('button', { name: /^Message about what is planned for Gate/ })).toBeNull();
  await user.click(buttons[0] as HTMLElement);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Text');
  expect(sent.at(-1)?.body).toEqual({ about: 'plan', ids: [coming._id] });
  expect(field.value).toBe(text);
  await user.clear(field);
  await user.type(field, 'Bring boots');
  const sms = screen.getByRole('link', { name: 'SMS to 2 people' });
  expect(sms.getAttribute('href')).toBe('sms:+27825550142,0825550143?body=Bring%20boots');
  const whatsApp = screen.getAllByRole('link', { name: /by WhatsApp$/ });
  expect(whatsApp.map((link) => link.getAttribute('href'))).toEqual(['https://wa.me/27825550142?text=Bring%20boots']);
  expect(screen.getByText('Without a phone number: Thandi Nkosi')).toBeTruthy();
  expect(screen.getByText(/^WhatsApp needs a number that begins with \+/)).toBeTruthy();
});
