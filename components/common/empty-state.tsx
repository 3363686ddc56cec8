import type { ReactNode } from "react";
import { FullState } from "./full-state";

export interface FirstStep {
  title: string;
  description: string;
}

interface EmptyStateProps {
  title: string;
  description: string;
  action?: ReactNode;
  /** At most three (design 7.7). */
  steps?: readonly FirstStep[];
}

/** A list that has nothing yet: what belongs here and how to begin. */
export function EmptyState({ title, description, action, steps }: EmptyStateProps) {
  return (
    <FullState kind="empty" title={title} description={description} actions={action}>
      {steps && (
        <ol className="mt-10 grid w-full max-w-160 gap-3 text-left md:grid-cols-3">
          {steps.slice(0, 3).map((step, index) => (
            <li key={step.title} className="rounded-md border px-4 py-3">
              <div aria-hidden className="tnum text-xs text-fg-3">
                {index + 1}
              </div>
              <div className="mt-0.5 text-sm font-semibold">{step.title}</div>
              <div className="text-xs text-fg-3">{step.description}</div>
            </li>
          ))}
        </ol>
      )}
    </FullState>
  );
}
