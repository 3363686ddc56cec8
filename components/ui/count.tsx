/** A number that belongs to a label: tabs, segments, list heads. */
export function Count({ children }: { children: string | number }) {
  return <span className="tnum text-xs font-normal text-fg-3">{children}</span>;
}
