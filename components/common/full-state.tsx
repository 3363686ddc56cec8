import type { ReactNode } from "react";
import { Drawing, type DrawingKind } from "./drawing";

interface FullStateProps {
  kind: DrawingKind;
  title: ReactNode;
  description: ReactNode;
  /** Buttons or links: one primary action, at most one more. */
  actions?: ReactNode;
  /** Up to three first steps, a code to copy, a search box. */
  children?: ReactNode;
  /** The state is the page's own heading. */
  heading?: "h1" | "h2";
  role?: "alert" | "status";
}

/** A page or panel that has nothing to show: a drawing, what is so, what to do (design 7.7). */
export function FullState({
  kind,
  title,
  description,
  actions,
  children,
  heading: Heading = "h2",
  role,
}: FullStateProps) {
  return (
    <div role={role} className="flex flex-1 flex-col items-center justify-center px-6 py-10 text-center">
      <Drawing kind={kind} />
      <Heading className="mt-5 text-balance text-xl font-semibold">{title}</Heading>
      <p className="mt-1.5 max-w-105 text-balance text-base text-fg-3">{description}</p>
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
      {children}
    </div>
  );
}
