export type DrawingKind = "empty" | "not-found" | "error";

/** Line drawings of the full states. They share one idea: the meridian line, with something on it or off it. */
export function Drawing({ kind }: { kind: DrawingKind }) {
  return (
    <svg
      aria-hidden
      width="168"
      height="120"
      viewBox="0 0 168 120"
      fill="none"
      stroke="var(--border-strong)"
      strokeWidth="1.5"
    >
      {kind === "empty" && (
        <>
          <path d="M84 6v108" strokeDasharray="3 5" />
          {[0, 1, 2].map((step) => (
            <rect
              key={step}
              x={44 + step * 8}
              y={24 + step * 12}
              width="64"
              height="44"
              rx="6"
              fill="var(--background)"
            />
          ))}
          <path d="M72 62h32M72 72h20" />
          <circle cx="124" cy="92" r="13" fill="var(--primary-soft)" stroke="var(--primary)" />
          <path d="M124 86v12M118 92h12" stroke="var(--primary)" />
        </>
      )}
      {kind === "not-found" && (
        <>
          <circle cx="84" cy="60" r="46" strokeDasharray="4 6" />
          <path d="M84 6v34M84 80v34" />
          <path d="M84 40c0 14 22 8 22 20s-22 6-22 20" stroke="var(--primary)" strokeDasharray="3 4" />
          <circle cx="84" cy="40" r="4" fill="var(--primary)" stroke="none" />
          <circle cx="84" cy="80" r="4" fill="var(--background)" stroke="var(--primary)" />
        </>
      )}
      {kind === "error" && (
        <>
          <circle cx="84" cy="60" r="46" />
          <path d="M84 6v42M84 72v42" />
          <path d="M76 48h16M76 72h16" stroke="var(--danger)" strokeLinecap="round" />
          <path d="m78 54 12 12M90 54 78 66" stroke="var(--danger)" strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}
