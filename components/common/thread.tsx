import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

/** ARCHITECTURE 9: states of a step; skipped ones are left out by the caller. */
export type ThreadState = "waiting" | "running" | "done" | "failed";

export interface ThreadStep {
  id: string;
  title: ReactNode;
  state: ThreadState;
  /** The state as a word, read aloud. */
  stateLabel: string;
  /** Right side: how long it took. */
  meta?: ReactNode;
  /** One line of evidence, or reason and retry of a failure. */
  body?: ReactNode;
}

/** Any sequence of machine work: one vertical hairline with dots (design 7.5). */
export function Thread({ steps }: { steps: readonly ThreadStep[] }) {
  return (
    <ol>
      {steps.map((step, index) => (
        <li key={step.id} className="relative pb-2.5 pl-6 last:pb-0">
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cn(
                "absolute -bottom-1 left-[6.5px] top-[18px] w-px",
                step.state === "waiting" ? "bg-border" : "bg-border-strong",
              )}
            />
          )}
          <Mark state={step.state} />
          <div className="flex items-baseline gap-2">
            <span
              className={cn(
                "min-w-0 text-sm",
                step.state === "waiting" && "text-fg-3",
                step.state === "running" && "font-semibold text-fg",
                (step.state === "done" || step.state === "failed") && "text-fg-2",
              )}
            >
              {step.title}
            </span>
            <span className="sr-only">{step.stateLabel}</span>
            {step.meta && <span className="tnum ml-auto shrink-0 text-xs text-fg-3">{step.meta}</span>}
          </div>
          {step.body && <div className="mt-0.5 text-xs leading-5 text-fg-3">{step.body}</div>}
        </li>
      ))}
    </ol>
  );
}

function Mark({ state }: { state: ThreadState }) {
  return (
    <span
      aria-hidden
      className={cn(
        "absolute left-0 top-[3px] grid size-[14px] place-items-center rounded-full",
        state === "failed" ? "bg-danger text-danger-fg" : "text-primary",
      )}
    >
      {state === "done" && <span className="size-[7px] rounded-full bg-primary" />}
      {state === "running" && <Spinner size={14} />}
      {state === "waiting" && <span className="size-[7px] rounded-full border-[1.5px] border-input" />}
      {state === "failed" && <X size={10} strokeWidth={3} />}
    </span>
  );
}
