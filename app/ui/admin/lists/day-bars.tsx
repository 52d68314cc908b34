import { formatDate } from "~/domain/kit/dates";

/** Positions in per cent of the plot's width and height. Computed on the server, so the browser needs no d3. */
export interface DayPlot {
  /** x from the left, height from the bottom; the column is the day's full width, which shows its figures on hover. */
  bars: { date: string; x: number; width: number; height: number; columnX: number; columnWidth: number }[];
  amounts: { label: string; y: number }[];
  /** Some of the dates; the last is the last day. */
  dates: { date: string; x: number }[];
}

const dayAndMonth = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "short", timeZone: "UTC" });

/**
 * A bar for each day. Positions are in per cent and type in pixels, so that the text has the same size at any width.
 * @param id of its title and description @param summary says the same in words @param texts of each day, shown on hover
 */
export function DayBars({
  id,
  title,
  summary,
  plot,
  texts,
}: {
  id: string;
  title: string;
  summary: string;
  plot: DayPlot;
  texts: string[];
}) {
  return (
    <div className="pt-2 pr-4 pb-6 pl-18">
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-description`}
        className="h-56 w-full overflow-visible text-xs"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{summary}</desc>
        {plot.amounts.map(({ label, y }) => (
          <g key={y}>
            <line
              x1="0"
              x2="100%"
              y1={`${y}%`}
              y2={`${y}%`}
              className={y === 100 ? "stroke-line-strong" : "stroke-line"}
            />
            <text x="0" dx="-8" y={`${y}%`} dy="4" textAnchor="end" className="fill-muted tabular-nums">
              {label}
            </text>
          </g>
        ))}
        {plot.bars.map((bar, index) => (
          <g key={bar.date} className="group">
            <title>{`${formatDate(bar.date)}: ${texts[index]}`}</title>
            <rect
              x={`${bar.columnX}%`}
              y="0"
              width={`${bar.columnWidth}%`}
              height="100%"
              className="group-hover:fill-sunken fill-transparent"
            />
            <rect
              x={`${bar.x}%`}
              y={`${100 - bar.height}%`}
              width={`${bar.width}%`}
              height={`${bar.height}%`}
              className="fill-accent"
            />
          </g>
        ))}
        {plot.dates.map(({ date, x }) => (
          <text key={date} x={`${x}%`} y="100%" dy="18" textAnchor="middle" className="fill-muted">
            {dayAndMonth.format(new Date(date))}
          </text>
        ))}
      </svg>
    </div>
  );
}
