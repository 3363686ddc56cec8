interface FactListProps {
  /** What each is, and its figure or words. */
  facts: readonly (readonly [label: string, value: string])[];
}

/** A few facts below each other, their values at the right. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-fg-3">{label}</dt>
          <dd className="tnum min-w-0 text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
