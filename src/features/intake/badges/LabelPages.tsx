import { Trans } from '@lingui/react/macro';
import type { drawQr } from '../../../lib/qrCode.ts';
import classes from './badges.module.css';
import { codeSize, type Place, placesOn, type Sheet } from './sheets.ts';

/** `code` is what a scanner reads, `title` what a screen reader says. */
export type PrintedLabel = { _id: string; code: string; title: string; number: string; name: string };
type Props = {
  sheet: Sheet;
  labels: readonly PrintedLabel[];
  accountName: string;
  firstLabel: number;
  offset: { x: number; y: number };
  draw: typeof drawQr;
};

/** The pages to print: each label has its code, name, number and account; the line below a sheet shows whether the printer kept the size. */
export function LabelPages({ sheet, labels, accountName, firstLabel, offset, draw }: Props) {
  const places = placesOn(sheet, labels.length, firstLabel, offset);
  const pages = (places.at(-1)?.page ?? -1) + 1;
  return Array.from({ length: pages }, (_, page) => (
    <div
      key={page}
      className={classes.page}
      data-paper={sheet.page.css}
      style={{ width: mm(sheet.page.width), height: mm(sheet.page.height - 0.5) }}
    >
      {labels.map((label, i) => {
        const place = places[i];
        return place?.page === page ? (
          <Label key={label._id} label={label} place={place} sheet={sheet} accountName={accountName} draw={draw} />
        ) : null;
      })}
      {!sheet.isRoll && (
        <div className={classes.measure} style={{ width: '100mm' }}>
          <Trans>this is 100 mm</Trans>
        </div>
      )}
    </div>
  ));
}
const mm = (length: number) => `${length}mm`;

function Label(props: { label: PrintedLabel; place: Place; sheet: Sheet; accountName: string; draw: typeof drawQr }) {
  const { label, place, sheet, accountName, draw } = props;
  const { side, path } = draw(label.code, 'Q');
  const printed = mm(codeSize(sheet, side).side);
  return (
    <div
      className={classes.label}
      data-cut={sheet.hasCutLines || undefined}
      style={{ left: mm(place.x), top: mm(place.y), width: mm(sheet.label.width), height: mm(sheet.label.height) }}
    >
      <svg
        role="img"
        aria-label={label.title}
        viewBox={`0 0 ${side} ${side}`}
        style={{ width: printed, height: printed }}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className={classes.words}>
        <strong>{label.name}</strong>
        <span className={classes.number}>{label.number}</span>
        <span>{accountName}</span>
      </div>
    </div>
  );
}
