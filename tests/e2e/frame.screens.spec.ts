import { expect, test } from '#tests/support/e2e.ts';
import { frameOf } from '#tests/support/frame.ts';
import { EMPLOYER_STOPS, type Stop, visit } from '#tests/support/tour.ts';
import { givenTourAccounts } from '#tests/support/tourAccounts.ts';

/** Every screen of an employer has one frame. `FRAME_ONLY=people` measures a part. */
test.describe.configure({ timeout: 900_000 });

const ONLY = new RegExp(process.env.FRAME_ONLY ?? '.');
/** Screens that only a press leads to, or that say when they are whole. */
const PRESSED = /^(person|pay-person|payroll-(fix|decide|lock|hand-over))$/;
const SCREENS = EMPLOYER_STOPS.filter(
  ({ open, path, name }) =>
    (!open || PRESSED.test(name)) && path.startsWith('/employer/') && !/[?&]open=|#/.test(path) && ONLY.test(name),
);
/** In an account whose records are payroll's, which is said above them. */
const OWNED = EMPLOYER_STOPS.filter(({ name }) => /^setup-(employees|groups|shifts|holidays|lookups)$/.test(name));

const FIRST = { 1440: 260, 1920: 260, 390: 300 };
const FIELD = 640;
const LIST = 960;
const CONTROLS = 5;

/** The screens that differ: in what, which, and why. */
const MAY_DIFFER: Partial<Record<'first' | 'sentences' | 'list', { name: RegExp; why: string }[]>> = {
  first: [
    { name: /^dashboard/, why: 'the first answer of the day, in sentences, is its first content' },
    { name: /^figures$/, why: 'it is a text' },
  ],
  sentences: [
    { name: /^dashboard/, why: 'the first answer of the day is sentences' },
    { name: /^on-site$/, why: 'the age of a list for an evacuation is said on top of it' },
    { name: /^figures$/, why: 'it is a text' },
  ],
  list: [{ name: /^setup-shifts$/, why: 'a line of the picture of a week is as wide as its card' }],
};
const differs = (what: keyof typeof MAY_DIFFER, name: string) =>
  MAY_DIFFER[what]?.some((one) => one.name.test(name)) ?? false;

test('every screen has the same frame', async ({ page, world, open }) => {
  const admin = await world.user({ role: 'admin' });
  const { little, much } = await givenTourAccounts(world.origin, admin, new Date(), world);
  const measured = (screen: Stop) =>
    test.step(screen.name, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await visit(page, world.origin, screen);
      for (const [width, first] of Object.entries(FIRST)) {
        await page.setViewportSize({ width: Number(width), height: 900 });
        const faults = async () => {
          const { content, sentences, field, list, controls, boxes, edges } = await frameOf(page);
          return [
            content > first && !differs('first', screen.name) && `its content begins at ${content} px`,
            sentences.length > 0 && !differs('sentences', screen.name) && `between title and content: ${sentences}`,
            field > FIELD && `a field of ${field} px`,
            list > LIST && !differs('list', screen.name) && `a list of ${list} px`,
            boxes > 0 && `${boxes} boxes that scroll`,
            controls > CONTROLS && `${controls} controls in a row`,
            new Set(edges).size > 1 && `left edges at ${edges}`,
          ].filter(Boolean);
        };
        await expect
          .configure({ soft: true })
          .poll(faults, { message: `${screen.name} at ${width} px`, timeout: 10_000 })
          .toEqual([]);
      }
    });
  await open(page, little.login, '/icons/icon.svg');
  for (const screen of SCREENS) await measured(screen);
  await open(page, much.login, '/icons/icon.svg');
  for (const screen of OWNED) await measured(screen);
});
