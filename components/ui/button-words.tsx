import type { ReactNode } from "react";

/** Words beside the icon of a button; only read aloud where there is no room for them (the top bar of a phone). */
export function ButtonWords({ children }: { children: ReactNode }) {
  return <span className="contents in-data-narrow:max-md:sr-only in-data-narrow:max-md:block">{children}</span>;
}
