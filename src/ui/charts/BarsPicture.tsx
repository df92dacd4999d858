import { BarSegment } from './BarSegment.tsx';
import { AXIS_PX, BAR_PX, type Bar, type Part, TURNED_PX } from './bars.ts';
import classes from './charts.module.css';

/** As the chart library has them, px: the line of labels, the line beside a figure of the axis, and where the figure ends. */
const LABELS_PX = 30;
const TICK_PX = 6;
const FIGURE_PX = 18;
/** Of the room of a bar, on each side. */
const GAP = 0.1;

type Props = {
  width: number;
  height: number;
  bars: readonly Bar[];
  parts: readonly Part[];
  /** The figures along the axis, from 0. */
  places: readonly number[];
  axisFormat: (value: number) => string;
  /** The label of a bar, cut to its room. */
  labelOf: (key: string) => string;
  /** Labels are slanted. */
  turned: boolean;
};

/** Stacked bars as the chart library will draw them, which takes their place: without hints. */
export function BarsPicture({ width, height, bars, parts, places, axisFormat, labelOf, turned }: Props) {
  const bottom = height - (turned ? TURNED_PX : LABELS_PX);
  const pxPerUnit = bottom / (places.at(-1) || 1);
  const room = (width - AXIS_PX) / bars.length;
  const inner = Math.floor(room * (1 - 2 * GAP));
  const barWidth = Math.min(BAR_PX, inner);
  return (
    <svg width={width} height={height} data-picture aria-hidden="true" fontSize={12}>
      {places.map((place) => {
        const y = bottom - place * pxPerUnit;
        return (
          <g key={place}>
            <path className={classes.grid} d={`M${AXIS_PX},${y}H${width}`} strokeDasharray="2 4" />
            <path stroke="currentColor" d={`M${AXIS_PX},${y}h${-TICK_PX}`} />
            <text x={AXIS_PX - FIGURE_PX} y={y} dy=".355em" textAnchor="end" fill="currentColor">
              {axisFormat(place)}
            </text>
          </g>
        );
      })}
      {bars.map(({ key, values }, index) => {
        const start = AXIS_PX + index * room;
        const middle = start + room / 2;
        let top = bottom;
        return (
          <g key={key}>
            {parts.map((part) => {
              const partHeight = (values[part.key] ?? 0) * pxPerUnit;
              top -= partHeight;
              return (
                <BarSegment
                  key={part.key}
                  x={start + room * GAP + (inner - barWidth) / 2}
                  y={top}
                  width={barWidth}
                  height={partHeight}
                  fill={part.color}
                />
              );
            })}
            <text
              x={middle}
              y={bottom + (turned ? 2 : 18)}
              dy=".71em"
              textAnchor={turned ? 'end' : 'middle'}
              fill="currentColor"
              transform={turned ? `rotate(-40, ${middle}, ${bottom + 2})` : undefined}
            >
              {labelOf(key)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
