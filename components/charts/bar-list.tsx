import Link from "next/link";

export interface BarRow {
  key: string;
  label: string;
  value: number;
  /** The value as it is read. */
  text: string;
  href?: string;
  /** Everything that has no row of its own. */
  isRest?: boolean;
}

/** Names with their values and a bar each, as a share of the largest. */
export function BarList({ rows }: { rows: readonly BarRow[] }) {
  const most = Math.max(1, ...rows.map(({ value, isRest }) => (isRest ? 0 : value)));
  return (
    <ul className="space-y-3.5">
      {rows.map(({ key, label, value, text, href, isRest }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-sm">
          {href ? (
            <Link href={href} className="truncate rounded-xs text-fg-2 hover:text-fg hover:underline">
              {label}
            </Link>
          ) : (
            <span className="truncate text-fg-2">{label}</span>
          )}
          <span className="tnum">{text}</span>
          {/* The rest is no competitor: it has no bar. */}
          {!isRest && (
            <span aria-hidden className="col-span-2 mt-1 h-1.25 overflow-hidden rounded-full bg-muted">
              <span className="block h-full rounded-full bg-chart-1" style={{ width: `${(value / most) * 100}%` }} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
