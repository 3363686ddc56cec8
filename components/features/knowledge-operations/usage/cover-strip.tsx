export interface StripPart {
  key: string;
  value: number;
  /** A CSS colour. */
  color: string;
}

/** Parts of a whole as one bar; their numbers stand below it. */
export function CoverStrip({ label, parts }: { label: string; parts: readonly StripPart[] }) {
  const shown = parts.filter(({ value }) => value > 0);
  return (
    <div role="img" aria-label={label} className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-muted">
      {shown.map(({ key, value, color }) => (
        <span key={key} className="h-full min-w-1" style={{ flexGrow: value, flexBasis: 0, background: color }} />
      ))}
    </div>
  );
}
