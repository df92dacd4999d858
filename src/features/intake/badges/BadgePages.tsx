import { Trans, useLingui } from '@lingui/react/macro';
import type { drawQr } from '../../../lib/qrCode.ts';
import classes from './badges.module.css';
import { badgeText, codeSize, type Place, placesOn, type Sheet } from './sheets.ts';

export type Badge = { _id: string; number: string; name: string };
type Props = {
  sheet: Sheet;
  badges: readonly Badge[];
  accountName: string;
  firstLabel: number;
  offset: { x: number; y: number };
  draw: typeof drawQr;
};

/** The pages to print: each badge has its code, name, number and account; the line below shows whether the printer kept the size. */
export function BadgePages({ sheet, badges, accountName, firstLabel, offset, draw }: Props) {
  const places = placesOn(sheet, badges.length, firstLabel, offset);
  const pages = (places.at(-1)?.page ?? -1) + 1;
  return Array.from({ length: pages }, (_, page) => (
    <div
      key={page}
      className={classes.page}
      data-paper={sheet.page.css}
      style={{ width: mm(sheet.page.width), height: mm(sheet.page.height - 0.5) }}
    >
      {badges.map((badge, i) => {
        const place = places[i];
        return place?.page === page ? (
          <Label key={badge._id} badge={badge} place={place} sheet={sheet} accountName={accountName} draw={draw} />
        ) : null;
      })}
      <div className={classes.measure} style={{ width: '100mm' }}>
        <Trans>this is 100 mm</Trans>
      </div>
    </div>
  ));
}
const mm = (length: number) => `${length}mm`;

function Label(props: { badge: Badge; place: Place; sheet: Sheet; accountName: string; draw: typeof drawQr }) {
  const { t } = useLingui();
  const { badge, place, sheet, accountName, draw } = props;
  const { side, path } = draw(badgeText(badge.number), 'Q');
  const printed = mm(codeSize(sheet, side).side);
  return (
    <div
      className={classes.label}
      data-cut={sheet.hasCutLines || undefined}
      style={{ left: mm(place.x), top: mm(place.y), width: mm(sheet.label.width), height: mm(sheet.label.height) }}
    >
      <svg
        role="img"
        aria-label={t`Badge ${badge.number}`}
        viewBox={`0 0 ${side} ${side}`}
        style={{ width: printed, height: printed }}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className={classes.words}>
        <strong>{badge.name}</strong>
        <span className={classes.number}>{badge.number}</span>
        <span>{accountName}</span>
      </div>
    </div>
  );
}
