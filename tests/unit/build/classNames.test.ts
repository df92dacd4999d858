import { describe, expect, test } from 'vitest';
import { scopedName, shortened, withShortClasses } from '../../../build/classNames.ts';

describe('short class names', () => {
  test('are as long as it takes to tell them apart', () => {
    const short = shortened(new Set(['m_12345678', 'm_12349999', 'm_abcdef01']));
    expect(Object.fromEntries(short)).toEqual({
      m_12345678: 'm_12345',
      m_12349999: 'm_12349',
      m_abcdef01: 'm_abcd',
    });
  });
  test('one that another begins with stays whole', () => {
    const short = shortened(new Set(['m_123456', 'm_1234567']));
    expect(new Set(short.values()).size).toBe(2);
  });
  test('are the same in a script and in a style sheet, and touch nothing else', () => {
    const script = withShortClasses('var x={"root":"m_87cf2631","other":"m_nothing","data":"am_87cf2631"}');
    const [, root = ''] = /"root":"(m_\w+)"/.exec(script) ?? [];
    expect(root).toMatch(/^m_[0-9a-f]{4,5}$/);
    expect(withShortClasses('.m_87cf2631{cursor:pointer}')).toBe(`.${root}{cursor:pointer}`);
    expect(script).toContain('"m_nothing","data":"am_87cf2631"');
  });
  test('of our own files begin alike and stay as they are', () => {
    const [card, head] = [
      scopedName('card', '/x/src/ui/Card.module.css'),
      scopedName('head', '/x/src/ui/Card.module.css'),
    ];
    expect(head.slice(0, 4)).toBe(card.slice(0, 4));
    expect(head).not.toBe(card);
    expect(scopedName('card', '/x/src/ui/Card.module.css?used')).toBe(card);
    expect(scopedName('card', '/x/src/ui/Tile.module.css')).not.toBe(card);
  });
});
