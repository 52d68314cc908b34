/** Positions in per cent of the plot's width. Computed on the server (`plotRows`), so the browser needs no d3. */
export interface RowPlot {
  rows: { label: string; text: string; x: number; width: number }[];
  /** Where zero is; null: at the left. */
  zero: number | null;
}

const ROW = 40;
const LABEL = 14;
const BAR = { y: 20, height: 12 };

/**
 * A bar for each row, with its name above and its figure beside it. Positions are in per cent and type in pixels, so that
 * the text has the same size at any width.
 * @param id of its title and description @param summary says the same in words
 */
export function RowBars({
  id,
  title,
  summary,
  plot,
}: {
  id: string;
  title: string;
  summary: string;
  plot: RowPlot;
}) {
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-plot-title ${id}-plot-description`}
      className="mb-4 w-full max-w-3xl overflow-visible text-xs"
      height={plot.rows.length * ROW}
    >
      <title id={`${id}-plot-title`}>{title}</title>
      <desc id={`${id}-plot-description`}>{summary}</desc>
      {plot.rows.map(({ label, text, x, width }, at) => (
        <g key={label}>
          <text x="0" y={at * ROW + LABEL} className="fill-ink">
            {label}
          </text>
          <rect
            x={`${x}%`}
            y={at * ROW + BAR.y}
            width={`${width}%`}
            height={BAR.height}
            className="fill-accent"
          />
          <text x="100%" y={at * ROW + BAR.y + 10} textAnchor="end" className="fill-muted tabular-nums">
            {text}
          </text>
        </g>
      ))}
      {plot.zero === null ? null : (
        <line x1={`${plot.zero}%`} x2={`${plot.zero}%`} y1="0" y2="100%" className="stroke-line-strong" />
      )}
    </svg>
  );
}
