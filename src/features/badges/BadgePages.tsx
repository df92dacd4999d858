import type { QRCode } from 'qrcode';
import classes from './badges.module.css';
import { badgeText, codeSize, type Place, placesOn, QUIET, type Sheet } from './sheets.ts';

export type Badge = { _id: string; number: string; name: string };
type Encode = (text: string, options: { errorCorrectionLevel: 'Q' }) => QRCode;
type Props = {
  sheet: Sheet;
  badges: readonly Badge[];
  accountName: string;
  firstLabel: number;
  offset: { x: number; y: number };
  encode: Encode;
};

/** The pages to print: each badge has its code, name, number and account; the line below shows whether the printer kept the size. */
export function BadgePages({ sheet, badges, accountName, firstLabel, offset, encode }: Props) {
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
          <Label key={badge._id} badge={badge} place={place} sheet={sheet} accountName={accountName} encode={encode} />
        ) : null;
      })}
      <div className={classes.measure} style={{ width: '100mm' }}>
        this is 100 mm
      </div>
    </div>
  ));
}
const mm = (length: number) => `${length}mm`;

function Label(props: { badge: Badge; place: Place; sheet: Sheet; accountName: string; encode: Encode }) {
  const { badge, place, sheet, accountName, encode } = props;
  const { size, data } = encode(badgeText(badge.number), { errorCorrectionLevel: 'Q' }).modules;
  let path = '';
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (data[row * size + column]) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  const { side } = codeSize(sheet, size);
  const whole = size + 2 * QUIET;
  return (
    <div
      className={classes.label}
      data-cut={sheet.hasCutLines || undefined}
      style={{ left: mm(place.x), top: mm(place.y), width: mm(sheet.label.width), height: mm(sheet.label.height) }}
    >
      <svg
        role="img"
        aria-label={`Badge ${badge.number}`}
        viewBox={`0 0 ${whole} ${whole}`}
        style={{ width: mm(side), height: mm(side) }}
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
