import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** What a printed page holds instead of the screen: see `.print-layer` in the global styles. */
export function PrintLayer({ children }: { children: ReactNode }) {
  return createPortal(
    <div aria-hidden className="print-layer">
      {children}
    </div>,
    document.body,
  );
}
