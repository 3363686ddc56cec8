"use client";

import { type ReactElement, type ReactNode, useState } from "react";
import { LazyBoundary } from "./lazy-boundary";

interface LazyPopoverProps {
  label: string;
  /** Loads what opens; begun when the pointer comes near. */
  load: () => void;
  /** What stands on the button. */
  face: ReactNode;
  className: string;
  /** What opens, around its button, which also stands for it until its code is there. Mounted by the press that asked for it. */
  children: (trigger: ReactElement) => ReactNode;
}

/** A small button whose popover is loaded when it is first wanted. */
export function LazyPopover({ label, load, face, className, children }: LazyPopoverProps) {
  const [wanted, setWanted] = useState(false);
  const trigger = (onClick?: () => void) => (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      data-tooltip={label}
      onClick={onClick}
      onPointerEnter={load}
      className={className}
    >
      {face}
    </button>
  );
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      {children(trigger())}
    </LazyBoundary>
  );
}
